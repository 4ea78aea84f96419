import { invalidInput, isId } from '@posthouse/protocol';

/** Swarms are named in addresses (`agent@swarm`), so their names must not be mistaken for anything else. */
export function isSwarmName(name: string): boolean {
  return isId(name) && name === name.trim() && !/[@\p{Cc}]/u.test(name);
}

export function checkSwarmName(name: string): void {
  if (isSwarmName(name)) return;
  throw invalidInput('the name of a swarm must have 1 to 256 characters, without @, line breaks or spaces around it');
}

/** A token travels in a header. */
export function checkToken(token: string | undefined): void {
  if (token === undefined || /^[\x21-\x7e]*$/.test(token)) return;
  throw invalidInput('auth_token must be one word of printable letters');
}
