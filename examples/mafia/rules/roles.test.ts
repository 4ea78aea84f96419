import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deal } from '../cast/deal.ts';
import { PERSONAS } from '../cast/personas.ts';
import { countRoles, MIN_PLAYERS, ROLES, sideOf } from './roles.ts';

test.each([
  [4, { Mafia: 1, Jester: 0, Doctor: 1, Detective: 0, Villager: 2 }],
  [5, { Mafia: 2, Jester: 0, Doctor: 1, Detective: 0, Villager: 2 }],
  [7, { Mafia: 2, Jester: 0, Doctor: 1, Detective: 1, Villager: 3 }],
  [8, { Mafia: 2, Jester: 1, Doctor: 1, Detective: 1, Villager: 3 }],
  [11, { Mafia: 3, Jester: 1, Doctor: 1, Detective: 1, Villager: 5 }],
  [12, { Mafia: 4, Jester: 1, Doctor: 1, Detective: 1, Villager: 5 }],
  [13, { Mafia: 4, Jester: 1, Doctor: 2, Detective: 1, Villager: 5 }],
  [15, { Mafia: 4, Jester: 1, Doctor: 2, Detective: 2, Villager: 6 }],
  [18, { Mafia: 5, Jester: 2, Doctor: 2, Detective: 2, Villager: 7 }],
])('%i players have these roles', (players, counts) => {
  expect(countRoles(players)).toEqual(counts);
});

test('any number of players has roles for everybody, and no early win of the Mafia', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_PLAYERS, max: 60 }), (players) => {
      const counts = countRoles(players);
      expect(ROLES.reduce((sum, role) => sum + counts[role], 0)).toBe(players);
      expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(0);
      expect(counts.Mafia).toBeLessThan(players - counts.Mafia);
    }),
  );
});

test('everybody but the Mafia and the jesters plays for the town', () => {
  expect(ROLES.map(sideOf)).toEqual(['town', 'town', 'town', 'mafia', 'jester']);
});

test('the same seed deals the same village, another seed another one', () => {
  expect(deal(8, 1)).toEqual(deal(8, 1));
  expect(deal(8, 2)).not.toEqual(deal(8, 1));
});

test('a village has as many different people as players, with the right roles', () => {
  for (const players of [MIN_PLAYERS, 9, PERSONAS.length]) {
    const cast = deal(players, 'seed');
    const counts = countRoles(players);
    expect(new Set(cast.map(({ persona }) => persona.name)).size).toBe(players);
    for (const role of ROLES) expect(cast.filter((each) => each.role === role)).toHaveLength(counts[role]);
  }
});

test.each([0, 3, 17, 8.5, Number.NaN])('%d players cannot play', (players) => {
  expect(() => deal(players, 1)).toThrow(`Mafia is for 4 to 16 players, not ${players}`);
});

test('no name is part of another, so that names can be found in a sentence', () => {
  const names = PERSONAS.map(({ name }) => name);
  expect(names).toHaveLength(16);
  for (const name of names) expect(names.filter((other) => other.includes(name))).toEqual([name]);
});
