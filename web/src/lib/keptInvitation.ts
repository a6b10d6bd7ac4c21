// An invitation that somebody wants to come back to after the lesson.

const STORAGE_KEY = "cambio.invitation";

export function keepInvitation(path: string): void {
  sessionStorage.setItem(STORAGE_KEY, path);
}

export const keptInvitation = (): string | null => sessionStorage.getItem(STORAGE_KEY);

export function dropInvitation(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
