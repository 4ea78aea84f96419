import type { Problem } from '@posthouse/protocol';

const MAX_SHOWN = 5;

/** The first problems in words, and how many there are besides. */
export function toProblemText(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ path, expected, received }) => `${path}: expected ${expected}, got ${received}`);
  const rest = problems.length > MAX_SHOWN ? ` (and ${problems.length - MAX_SHOWN} more)` : '';
  return `${shown.join('; ')}${rest}`;
}
