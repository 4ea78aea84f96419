export type Tally<Choice extends string> = { winner: Choice | null; tied: Choice[] };

/** Counts votes: who has the most, or who is level with whom. */
export function tally<Choice extends string>(votes: Readonly<Record<string, Choice>>): Tally<Choice> {
  const counts = new Map<Choice, number>();
  for (const choice of Object.values(votes)) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const leading = [...counts].filter(([, count]) => count === most).map(([choice]) => choice);
  return leading.length === 1 ? { winner: leading[0]!, tied: [] } : { winner: null, tied: leading };
}
