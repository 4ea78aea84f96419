import { invalidInput } from '@posthouse/protocol';

/** Far more texts than are ever written at once. */
const MAX_TEXTS = 256;

/**
 * How much a returning reader has of the texts it was in the middle of, each as `<length>/<id of the text>`. A wrong
 * value harms only the reader that sent it: it is not sent what it claims to have.
 *
 * @example toHeldTexts(['4096/writer/1/1/0']); // Map { 'writer/1/1/0' => 4096 }
 */
export function toHeldTexts(values: readonly string[] = []): ReadonlyMap<string, number> {
  if (values.length > MAX_TEXTS) throw invalidInput(`has may be given ${MAX_TEXTS} times, not ${values.length} times`);
  return new Map(
    values.map((value) => {
      const [, length, id] = /^(\d{1,15})\/(.{1,1024})$/su.exec(value) ?? [];
      if (length === undefined || id === undefined)
        throw invalidInput('has must have the form <length>/<id of a text>');
      return [id, Number(length)];
    }),
  );
}
