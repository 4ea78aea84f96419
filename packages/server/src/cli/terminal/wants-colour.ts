/**
 * Whether to write in colour: as FORCE_COLOR or NO_COLOR say, else only to a terminal that can show it.
 *
 * @example wantsColour({ isTTY: true }, { NO_COLOR: '1' }) // false
 */
export function wantsColour(
  { isTTY }: { isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (none !== undefined && none !== '') return false;
  return isTTY === true && terminal !== 'dumb';
}
