import { invalidInput } from '@posthouse/protocol';

/** A parameter that is on or off; off unless given. */
export function toFlag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw invalidInput(`${name} must be 0 or 1`);
}

/** A parameter that is a whole number, with at most 15 digits. */
export function toNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidInput(`${name} must be a number`);
}
