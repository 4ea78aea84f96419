import { toErrorsPage } from '../packages/protocol/src/errors/to-errors-page.ts';
import { toSwarmsSchema } from '../packages/runtime/src/swarms-json/to-swarms-schema.ts';
import { toPublishedSchemas } from '../packages/protocol/src/schemas/published-schemas.ts';

/** Every file that is made from code, by its path from the root. `npm run generate` writes them. */
export function toGeneratedFiles(): Record<string, string> {
  const schemas = Object.entries(toPublishedSchemas()).map(([name, schema]) => [
    `packages/protocol/schemas/${name}`,
    toJSONText(schema),
  ]);
  return {
    'docs/errors.md': toErrorsPage(),
    'packages/runtime/swarms.schema.json': toJSONText(toSwarmsSchema()),
    ...Object.fromEntries(schemas),
  };
}

function toJSONText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
