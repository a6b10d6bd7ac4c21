// Links to house rules: their code is all that they hold.

export const rulesPath = (code: string): string => `/rules/${encodeURIComponent(code)}`;

/** The code in whatever was typed or pasted: a code, or a link from any server. */
export function codeIn(text: string): string {
  const [, linked] = /\/rules\/([^/?#\s]+)/.exec(text) ?? [];
  return (linked ?? text).trim();
}
