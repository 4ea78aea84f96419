/** What a stream should show: labels in order, and what agents do beside it. */
export type Pattern = readonly (string | Meanwhile)[];

/** What an agent does that nobody waits for: somewhere from here on, in this order. */
export type Meanwhile = { meanwhile: readonly string[] };

/** Whether a sequence of labels is one that the pattern describes. */
export function matches(pattern: Pattern, labels: readonly string[]): boolean {
  const [step, ...rest] = pattern;
  if (step === undefined) return labels.length === 0;
  if (typeof step === 'string') return labels[0] === step && matches(rest, labels.slice(1));
  const others = withoutSequence(step.meanwhile, labels);
  return others !== undefined && matches(rest, others);
}

/** The labels without those of a sequence, or undefined when it is not among them in its order. */
function withoutSequence(sequence: readonly string[], labels: readonly string[]): string[] | undefined {
  let found = 0;
  const others = labels.filter((label) => {
    if (label !== sequence[found]) return true;
    found += 1;
    return false;
  });
  return found === sequence.length ? others : undefined;
}

/** A pattern as people read it: one label a line, what happens beside it in brackets. */
export function describePattern(pattern: Pattern): string {
  return pattern
    .map((step) => (typeof step === 'string' ? step : `[somewhere from here on: ${step.meanwhile.join(', ')}]`))
    .join('\n');
}
