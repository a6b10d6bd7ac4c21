"""Layout faults of what a screen shows: parts that overlap, that are cut off, too small to be tapped or to be read."""

from __future__ import annotations

from .visitor import Visitor

#: Cards lean, lift and have rims; what touches by this many pixels does not overlap.
RIM = 3
#: The smallest square that a finger finds, and the smallest letters, in pixels.
TARGET = 44
LETTER = 12

#: Everything that has a place of its own. What floats above the others on purpose is listed as a layer.
FIND_FAULTS = """([rim, minTarget, minLetter, isTouch, wanted]) => {
  const faults = new Set();
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isSeen);
  const round = Math.round;

  // Tilted cards count as they would lie straight.
  const boxOf = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = element;
    const isTilted = element.matches("[data-spot]") && width > offsetWidth && width < offsetWidth * 1.2;
    if (!isTilted) return { left, top, right, bottom };
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const [dx, dy] = [offsetWidth / 2, offsetHeight / 2];
    return { left: x - dx, top: y - dy, right: x + dx, bottom: y + dy };
  };
  const nameOf = (element) => {
    const words = element.innerText?.trim().split("\\n")[0];
    const kind = element.classList[0] ?? element.localName;
    return element.dataset.spot ?? (words ? `${kind} '${words.slice(0, 40)}'` : `${kind} ${element.ariaLabel ?? ""}`);
  };

  const selectors = [
    "[role=group] [data-spot]", ".own-held [data-spot].shown", ".plate", ".pill", ".question", ".place",
    ".last-turns .ribbon", ".hint", ".scores", ".skip",
    "header.top > :not(.space):not(.ribbon)", "header.top .ribbon .ribbon", "header.top .steps > span",
  ];
  const parts = [];
  for (const element of new Set(selectors.flatMap((selector) => all(selector))))
    parts.push({ element, name: nameOf(element), ...boxOf(element) });

  // What replaces another part lies in its place.
  const replaces = (one, two) => one.matches(".question") && two.matches(".pill");
  const isAbove = (element) => element.closest(".enlarged") !== null;
  for (const [index, one] of parts.entries())
    for (const two of parts.slice(index + 1)) {
      if (one.element.contains(two.element) || two.element.contains(one.element)) continue;
      if (replaces(one.element, two.element) || replaces(two.element, one.element)) continue;
      if (isAbove(one.element) !== isAbove(two.element)) continue;
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const along = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across <= rim || along <= rim) continue;
      faults.add(`${one.name} overlaps ${two.name} by ${round(across)}x${round(along)}`);
    }

  const cutBy = (box, clip, axes) =>
    (axes.x && (box.left < clip.left - rim || box.right > clip.right + rim)) ||
    (axes.y && (box.top < clip.top - rim || box.bottom > clip.bottom + rim));
  const isScrolled = (element) =>
    ["auto", "scroll"].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
  const targets = all("button:not(:disabled), a[href], input, select, summary, textarea").filter(
    // A card of somebody else's that can only be flicked is tapped after the Snap button.
    (element) => !element.matches(".unseen, [aria-disabled=true], :disabled, .backdrop, .seat .card:not(.target)"),
  );
  const pageScrolls = document.documentElement.scrollHeight > innerHeight + 1;
  for (const element of new Set([...parts.map((part) => part.element), ...targets])) {
    const box = boxOf(element);
    let scrolls = pageScrolls;
    for (let parent = element.parentElement; parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(parent);
      scrolls ||= isScrolled(parent);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const axes = { x: true, y: !scrolls };
      if (cutBy(box, parent.getBoundingClientRect(), axes)) faults.add(`${nameOf(element)} is cut off`);
    }
    const { left, top, right, bottom } = box;
    if (cutBy(box, screen, { x: true, y: !scrolls }))
      faults.add(`${nameOf(element)} is off the screen: ${[left, top, right, bottom].map(round)}`);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth} wide`);

  /** The boxes of all words that are seen in an element; what is shortened has the box that it is shortened to. */
  const wordsIn = (element) =>
    [...element.childNodes].flatMap((node) => {
      if (node.nodeType === Node.ELEMENT_NODE) {
        if (!isSeen(node) || node.matches(".unseen, .ask")) return [];
        return getComputedStyle(node).overflowX === "hidden" ? [node.getBoundingClientRect()] : wordsIn(node);
      }
      if (!node.data?.trim()) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [range.getBoundingClientRect()];
    });
  // Names may end in three dots; what is to be done may not.
  for (const element of all(".btn, .pill, .question p, .skip, .hint p, .scores h1, .scores .why")) {
    if (element.querySelector(".btn") !== null) continue;
    const box = element.getBoundingClientRect();
    // The lines of a heading lie closer than its letters are tall, ascents and descents included.
    const leading = element.matches("h1") ? parseFloat(getComputedStyle(element).fontSize) * 0.2 : 1;
    const sticksOut = wordsIn(element).some(
      ({ left, top, right, bottom }) =>
        left < box.left - 1 || right > box.right + 1 || top < box.top - leading || bottom > box.bottom + leading,
    );
    const isShortened = [element, ...element.querySelectorAll("span, small")].some(
      (each) =>
        isSeen(each) && !each.matches(".unseen, .name, .call small") && each.scrollWidth > each.clientWidth + 1 &&
        getComputedStyle(each).overflowX === "hidden",
    );
    if (sticksOut || isShortened) faults.add(`${nameOf(element)} has more words than room`);
  }

  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = letters.nextNode(); text !== null; text = letters.nextNode()) {
    const element = text.parentElement;
    const isDrawn = element.closest("svg, .unseen, script, style, .foot") !== null;
    if (!text.data.trim() || isDrawn || !isSeen(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < minLetter) faults.add(`'${text.data.trim().slice(0, 24)}' has letters of ${size} px`);
  }

  if (isTouch) {
    const hit = (x, y) => document.elementFromPoint(x, y);
    /** How far a finger can stray from the middle of a target in one direction. */
    const reach = (element, x, y, dx, dy) => {
      let [near, far] = [0, minTarget];
      while (far - near > 0.5) {
        const middle = (near + far) / 2;
        if (element.contains(hit(x + dx * middle, y + dy * middle))) near = middle;
        else far = middle;
      }
      return near;
    };
    for (const target of targets) {
      const label = target.matches("input") ? target.closest("label") : null;
      const element = label ?? target;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (getComputedStyle(element).display === "inline") continue;
      const at = hit(x, y);
      if (at === null || !element.contains(at)) {
        // Below another layer, or scrolled away: what covers it is a target itself.
        // A button that has just changed its meaning is deaf for a moment.
        if (at?.matches(".place") && at.contains(element)) continue;
        if (at === null || at.closest(".enlarge, .ask, dialog, .enlarged, .question, .backdrop")) continue;
        if (bottom > innerHeight || top < 0 || element.closest(".scores, .lobby, .content, .scroll")) continue;
        faults.add(`${nameOf(element)} lies under ${nameOf(at)}`);
        continue;
      }
      // What can be scrolled can be brought into reach.
      const panel = element.closest(".scores, .lobby, .scroll");
      if (panel !== null && isScrolled(panel) && !element.closest(".buttons")) continue;
      const half = minTarget / 2;
      if (top < 0 || bottom > innerHeight) continue;
      const isWide = [-half, half].every((step) => element.contains(hit(x + step, y)));
      if (isWide && [-half, half].every((step) => element.contains(hit(x, y + step)))) continue;
      const width = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0);
      const height = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1);
      if (width < minTarget - 0.8 || height < minTarget - 0.8)
        faults.add(`${nameOf(element)} can be tapped on ${width.toFixed(1)}x${height.toFixed(1)}`);
    }
  }
  for (const selector of wanted) if (all(selector).length === 0) faults.add(`${selector} is missing`);
  return [...faults];
}"""


def find_faults(visitor: Visitor, *, is_touch: bool, wanted: tuple[str, ...] = ()) -> list[str]:
    """Every fault of the present screen in words. What is wanted, by selectors, has to be seen."""
    found: list[str] = visitor.page.evaluate(FIND_FAULTS, [RIM, TARGET, LETTER, is_touch, list(wanted)])
    return found
