export const ROLES = ['Doctor', 'Detective', 'Villager', 'Mafia', 'Jester'] as const;
export type Role = (typeof ROLES)[number];

export type Side = 'town' | 'mafia' | 'jester';

/** Whom a role plays for. */
export function sideOf(role: Role): Side {
  if (role === 'Mafia') return 'mafia';
  return role === 'Jester' ? 'jester' : 'town';
}

export const MIN_PLAYERS = 4;

/**
 * How many of each role there are among so many players: three in ten are Mafia; from eight players on there are jesters;
 * and the town spends most of its heads on people with a gift, who count for two.
 *
 * @example countRoles(8) // { Mafia: 2, Jester: 1, Doctor: 1, Detective: 1, Villager: 3 }
 */
export function countRoles(players: number): Record<Role, number> {
  const mafia = Math.max(1, roundHalfEven(0.3 * players));
  const jester = players < 8 ? 0 : players < 12 ? 1 : 1 + Math.floor((players - 12) / 6);
  const town = players - mafia - jester;
  const gifted = spend(roundHalfEven(town * Math.min(1, 0.8 + 0.01 * town)), town <= 7 ? 1 : 2);
  return { Mafia: mafia, Jester: jester, ...gifted, Villager: town - gifted.Doctor - gifted.Detective };
}

const COST = 2;

/** Buys a doctor, then a detective, then perhaps another of each, as long as the budget lasts. */
function spend(budget: number, copies: number): { Doctor: number; Detective: number } {
  const bought = { Doctor: 0, Detective: 0 };
  let left = budget;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const role of ['Doctor', 'Detective'] as const) {
      if (left < COST) return bought;
      left -= COST;
      bought[role] += 1;
    }
  }
  return bought;
}

/** Halves go to the even neighbour, so that five players have two Mafia and fifteen have four. */
function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const isHalf = Math.abs(value - below - 0.5) < 1e-9;
  return isHalf && below % 2 === 0 ? below : Math.round(value);
}
