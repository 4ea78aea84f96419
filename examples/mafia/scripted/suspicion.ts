import type { SeededRandom } from '@posthouse/runtime/reference-library';
import type { Knowledge } from './knowledge.ts';
import { lastNameIn } from './read-prompt.ts';
import type { Occasion } from './words.ts';

/** How often a player would rather follow the others than its own feeling. */
const FOLLOWS = 0.65;

/** Whom a player picks, by what it knows and else by what it feels. */
export function chooseSuspect(
  occasion: Occasion,
  candidates: readonly string[],
  knowledge: Knowledge,
  random: SeededRandom,
): string {
  const { isMafia, partners, guilty, innocent } = knowledge;
  const known = candidates.filter((name) => guilty.includes(name));
  if (known.length > 0 && occasion !== 'protect' && occasion !== 'investigate') return known[0]!;
  const unlikely = new Set([...(isMafia ? partners : []), ...innocent]);
  const likely = candidates.filter((name) => !unlikely.has(name));
  const pool = likely.length > 0 ? likely : candidates;
  const followed = lastNamed(occasion, pool, knowledge);
  if (followed !== undefined && random.next() < FOLLOWS) return followed;
  const [first = '', ...others] = pool;
  return random.pick([first, ...others]);
}

/** Whom somebody else has named last: partners at night, anybody by day. */
function lastNamed(occasion: Occasion, pool: readonly string[], { heard, partners }: Knowledge): string | undefined {
  if (occasion === 'protect' || occasion === 'investigate') return undefined;
  const relevant = heard.filter(({ isPublic, from, body }) =>
    occasion === 'kill' ? !isPublic && partners.includes(from) : isPublic && /suspect|nominat/.test(body),
  );
  const last = relevant.at(-1);
  return last === undefined ? undefined : lastNameIn(last.body, pool);
}

/** Whether somebody hangs. */
export function chooseVerdict(question: string, knowledge: Knowledge, random: SeededRandom): 'execute' | 'spare' {
  const condemned = /^(\w+) stands/.exec(question)?.[1] ?? '';
  if (knowledge.guilty.includes(condemned)) return 'execute';
  if (knowledge.innocent.includes(condemned) || (knowledge.isMafia && knowledge.partners.includes(condemned)))
    return 'spare';
  return random.next() < 0.6 ? 'execute' : 'spare';
}
