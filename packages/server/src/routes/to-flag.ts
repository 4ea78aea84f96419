import { invalidInput } from '@posthouse/protocol';

/** A parameter that is on or off; off unless given. */
export function toFlag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw invalidInput(`${name} must be 0 or 1`);
}
