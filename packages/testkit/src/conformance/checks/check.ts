import type { Level, Seen } from '../findings/verdict.ts';
import type { Lab } from '../lab/lab.ts';

/** What a check needs besides the token of a user. */
export type Need = 'admin' | 'agent' | 'scenarios' | 'changes' | 'ping';

/** One check. It returns the deliberate differences it saw, or throws `Unmet` or `NotApplicable`. */
export type Check = {
  id: string;
  section: string;
  level: Level;
  says: string;
  /** Where the specification says so. A MUST always has such a place. */
  sentence?: string;
  needs?: readonly Need[];
  run(lab: Lab): Promise<Seen | void>;
};

/** The checks of one section, and the level of those that name none. */
export function inSection(
  section: string,
  level: Level,
  checks: readonly (Omit<Check, 'section' | 'level'> & { level?: Level })[],
): Check[] {
  return checks.map((check) => ({ section, level, ...check }));
}

/** A check of a numbered rule, whose text and level are in the list of rules. */
export type RuleCheck = Pick<Check, 'id' | 'needs' | 'run'>;

export const REASONS: Readonly<Record<Need, string>> = {
  admin: 'needs the token of an admin: --admin-token',
  agent: 'needs the token of another swarm: --agent-token',
  scenarios:
    'needs the conformance swarm: run the one of --print-swarm, with --serve-llm as its model, or conformanceSwarm() of @posthouse/testkit',
  changes: 'changes what the server serves: allow it with --allow-changes',
  ping: 'takes time: say after how many seconds of silence the server pings, such as --ping-after 15',
};
