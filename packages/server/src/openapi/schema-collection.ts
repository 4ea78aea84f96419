import { z } from 'zod';

type Schema = Record<string, unknown>;

/**
 * Turns zod schemas into JSON Schemas that refer to one shared catalog: `components.schemas` of an OpenAPI document. A
 * schema with an id is put there once, however often it is used.
 */
export class SchemaCollection {
  readonly #schemas = new Map<string, Schema>();

  /** The schema, or a reference to it if it has a name. */
  place(schema: z.ZodType): Schema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { target: 'draft-2020-12' }) as Schema;
    for (const [name, definition] of Object.entries($defs as Record<string, Schema>)) {
      this.#schemas.set(name, toReferences(definition) as Schema);
    }
    return toReferences(root) as Schema;
  }

  /** Everything that was placed and has a name, by name. */
  schemas(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }
}

/** zod refers to definitions beside the schema; in an OpenAPI document they stand in the components. */
function toReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : toReferences(inner),
    ]),
  );
}
