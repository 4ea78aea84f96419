export type PromptFacts = { url: string; caller?: { role: string; id: string } };

/**
 * The prompt of the client: who one is, and where.
 *
 * @example toPromptText({ url: 'http://localhost:8000', caller: { role: 'user', id: 'alice' } }) // 'mail::user:alice@localhost> '
 */
export function toPromptText({ url, caller }: PromptFacts): string {
  const host = new URL(url).hostname;
  return caller === undefined ? `mail@${host}> ` : `mail::${caller.role}:${shorten(caller.id)}@${host}> `;
}

/** Long ids are mostly random; their ends are enough to tell them apart. */
function shorten(id: string): string {
  const letters = [...id];
  return letters.length > 8 ? `${letters.slice(0, 4).join('')}...${letters.slice(-4).join('')}` : id;
}
