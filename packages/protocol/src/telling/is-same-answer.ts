/** Whether an answer that was written is the outcome: word for word, or as the same JSON. */
export function isSameAnswer(written: string | undefined, outcome: string): boolean {
  if (written === undefined || written === outcome) return written !== undefined;
  const [first, second] = [parse(written), parse(outcome)];
  return first !== undefined && second !== undefined && isSameJSON(first.value, second.value);
}

function parse(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{"\d]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Without recursion, which deep nesting would turn into a stack overflow. */
function isSameJSON(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isNested(left) || !isNested(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pairs.push([left[key], right[key]]);
    }
  }
  return true;
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
