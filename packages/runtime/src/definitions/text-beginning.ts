/**
 * What an action answers in place of a text that is so long that only its beginning was read: readers and the model are told
 * that there was more.
 *
 * @example execute: async () => new TextBeginning(await readFirst(file, 1_000_000))
 */
export class TextBeginning {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
