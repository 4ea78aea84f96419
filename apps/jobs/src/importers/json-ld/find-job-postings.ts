import { isFields, type Fields } from '../importing.ts';

const MAX_NODES = 50_000;
const MAX_NESTING = 12;

/**
 * The JobPosting objects in a piece of JSON-LD, wherever it keeps them: at the top, in a list, in `@graph`, or inside
 * of a page or a list of items. References by `@id` are replaced by what they refer to.
 */
export function findJobPostings(value: unknown): Fields[] {
  const found: Fields[] = [];
  const named = new Map<string, Fields>();
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let at = 0; at < waiting.length && at < MAX_NODES; at += 1) {
    const { value: node, depth } = waiting[at] ?? { value: undefined, depth: 0 };
    if (isFields(node)) {
      const id = node['@id'];
      if (typeof id === 'string' && Object.keys(node).length > 1 && !named.has(id)) named.set(id, node);
      if (isJobPosting(node)) found.push(node);
    }
    if (depth >= MAX_NESTING || typeof node !== 'object' || node === null) continue;
    for (const child of Object.values(node)) {
      if (typeof child === 'object' && child !== null && waiting.length < MAX_NODES) {
        waiting.push({ value: child, depth: depth + 1 });
      }
    }
  }
  return found.map((posting) => resolve(posting, named));
}

function isJobPosting(node: Fields): boolean {
  const types = [node['@type'], node['type']].flat();
  return types.some(
    (type) => typeof type === 'string' && /^(?:(?:https?:\/\/)?schema\.org\/|schema:)?JobPosting$/i.test(type.trim()),
  );
}

/** One level of references is enough: an organisation, a place. */
function resolve(posting: Fields, named: ReadonlyMap<string, Fields>): Fields {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (!isFields(value) || Object.keys(value).length !== 1 || typeof value['@id'] !== 'string') return value;
    return named.get(value['@id']) ?? value;
  };
  return Object.fromEntries(Object.entries(posting).map(([key, value]) => [key, follow(value)]));
}
