import { PosthouseError } from '@posthouse/protocol';
import { seededRandom } from '@posthouse/runtime/reference-library';
import { countRoles, MIN_PLAYERS, type Role, ROLES } from '../rules/roles.ts';
import { type Persona, PERSONAS } from './personas.ts';

export type Character = { persona: Persona; role: Role };

/** Chooses who plays and deals the roles. The same seed gives the same village. */
export function deal(players: number, seed: string | number): Character[] {
  if (!Number.isInteger(players) || players < MIN_PLAYERS || players > PERSONAS.length) {
    throw new PosthouseError({
      code: 'invalid_input',
      message: `Mafia is for ${MIN_PLAYERS} to ${PERSONAS.length} players, not ${players}`,
    });
  }
  const counts = countRoles(players);
  const roles = shuffle(
    ROLES.flatMap((role) => Array.from({ length: counts[role] }, () => role)),
    'roles',
    seed,
  );
  return shuffle(PERSONAS, 'personas', seed)
    .slice(0, players)
    .map((persona, index) => ({ persona, role: roles[index]! }));
}

function shuffle<Value>(values: readonly Value[], ...seed: (string | number)[]): Value[] {
  const random = seededRandom(...seed);
  return values
    .map((value) => ({ value, key: random.next() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value);
}
