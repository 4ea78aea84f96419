/** What a stream should show: labels in order, and what agents do beside it. */
export type Pattern = readonly Step[];

export type Step = string | Meanwhile | Perhaps | AnyOf;

/** What happens without anybody waiting for it: somewhere from here on, in this order. */
export type Meanwhile = { meanwhile: readonly string[] };

/** What may be cut off by the end of the task: somewhere from here on, all of it, its beginning, or nothing. */
export type Perhaps = { perhaps: readonly string[] };

/** Where several orders are equally good: one of these comes next. */
export type AnyOf = { anyOf: readonly Pattern[] };

/** Whether a sequence of labels is one that the pattern describes. */
export function matches(pattern: Pattern, labels: readonly string[]): boolean {
  const [step, ...rest] = pattern;
  if (step === undefined) return labels.length === 0;
  if (typeof step === 'string') return labels[0] === step && matches(rest, labels.slice(1));
  if ('anyOf' in step) return step.anyOf.some((order) => matches([...order, ...rest], labels));
  if ('meanwhile' in step) return matchesBeside(step.meanwhile, rest, labels);
  const lengths = Array.from({ length: step.perhaps.length + 1 }, (_, index) => step.perhaps.length - index);
  return lengths.some((length) => matchesBeside(step.perhaps.slice(0, length), rest, labels));
}

function matchesBeside(sequence: readonly string[], rest: Pattern, labels: readonly string[]): boolean {
  const others = withoutSequence(sequence, labels);
  return others !== undefined && matches(rest, others);
}

/** The labels without those of a sequence, or undefined if they do not contain it in this order. */
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
  return pattern.map(describeStep).join('\n');
}

function describeStep(step: Step): string {
  if (typeof step === 'string') return step;
  if ('meanwhile' in step) return `[somewhere from here on: ${step.meanwhile.join(', ')}]`;
  if ('perhaps' in step) return `[perhaps, somewhere from here on: ${step.perhaps.join(', ')}]`;
  return `[one of these orders:\n${step.anyOf.map(describePattern).join('\nor\n')}]`;
}

/** One sequence that the pattern describes: the first of several orders, and all that may be cut off. */
export function toSequence(pattern: Pattern): string[] {
  return pattern.flatMap((step) => {
    if (typeof step === 'string') return [step];
    if ('anyOf' in step) return toSequence(step.anyOf[0] ?? []);
    return 'meanwhile' in step ? step.meanwhile : step.perhaps;
  });
}
