// The browser's tab: its title, and its icon, which has a marigold dot while it is the player's turn.

const ICON = 'link[rel="icon"][type="image/svg+xml"]';
const USUAL_ICON = "/mark.svg";
const TURN_ICON = "/mark-turn.svg";
const USUAL_TITLE = "Cambio";

export function markTab(title: string, isYourTurn: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>(ICON);
  const wanted = isYourTurn ? TURN_ICON : USUAL_ICON;
  if (icon !== null && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

export function resetTab(): void {
  markTab(USUAL_TITLE, false);
}
