/** An object of JSON-LD; its keys are anybody's. */
export type JsonLdNode = Readonly<Record<string, unknown>>;

const MAX_NODES = 20_000;
const MAX_NESTING = 10;
const JOB_POSTING = /^(?:(?:https?:\/\/)?schema\.org\/|schema:)?JobPosting$/i;

/**
 * The JobPosting objects in a piece of JSON-LD, wherever they are: at the top, in a list, in `@graph`, in something
 * else. What they only refer to by `@id` is put in its place.
 */
export function findJobPostings(value: unknown): JsonLdNode[] {
  const found: JsonLdNode[] = [];
  const named = new Map<string, JsonLdNode>();
  let level: unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth <= MAX_NESTING && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null || (seen += 1) > MAX_NODES) continue;
      if (isNode(each)) {
        const id = each['@id'];
        if (typeof id === 'string' && !isReference(each) && !named.has(id)) named.set(id, each);
        if ([each['@type']].flat().some((type) => typeof type === 'string' && JOB_POSTING.test(type))) found.push(each);
      }
      for (const child of Object.values(each)) if (next.length < MAX_NODES) next.push(child);
    }
    level = next;
  }
  return found.map((node) =>
    Object.fromEntries(Object.entries(node).map(([key, child]) => [key, follow(child, named)])),
  );
}

/** Whether a value is an object with keys. */
export function isNode(value: unknown): value is JsonLdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isReference(node: JsonLdNode): boolean {
  return typeof node['@id'] === 'string' && Object.keys(node).length === 1;
}

/** One step is enough: postings refer to organisations and places. */
function follow(value: unknown, named: ReadonlyMap<string, JsonLdNode>): unknown {
  if (Array.isArray(value)) return value.map((each) => follow(each, named));
  return isNode(value) && isReference(value) ? (named.get(String(value['@id'])) ?? value) : value;
}
