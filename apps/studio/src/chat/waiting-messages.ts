const nameOf = (chatId: string): string => `posthouse-waiting-${chatId}`;

/** What the reader has written while an answer was being written, kept over a reload of the tab. */
export function readWaiting(storage: Pick<Storage, 'getItem'>, chatId: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(chatId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

export function writeWaiting(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  chatId: string,
  texts: readonly string[],
): void {
  if (texts.length === 0) storage.removeItem(nameOf(chatId));
  else storage.setItem(nameOf(chatId), JSON.stringify(texts));
}
