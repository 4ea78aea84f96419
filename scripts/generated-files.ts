import { toErrorsPage } from '../packages/protocol/src/errors/to-errors-page.ts';
import { toPublishedSchemas } from '../packages/protocol/src/schemas/published-schemas.ts';

/** Every file that is made from code, by its path from the root. `npm run generate` writes them. */
export function toGeneratedFiles(): Record<string, string> {
  const schemas = Object.entries(toPublishedSchemas()).map(([name, schema]) => [
    `packages/protocol/schemas/${name}`,
    `${JSON.stringify(schema, null, 2)}\n`,
  ]);
  return { 'docs/errors.md': toErrorsPage(), ...Object.fromEntries(schemas) };
}
