import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';
import { toOpenAPI } from '../packages/server/src/openapi/to-openapi.ts';
import { toApiPage } from './generate/to-api-page.ts';
import { toErrorsPage } from './generate/to-errors-page.ts';
import { toPublishedSchemas } from './generate/to-published-schemas.ts';
import { toSwarmsSchema } from './generate/to-swarms-schema.ts';
import { toWireTypes } from './generate/to-wire-types.ts';

/** Every file that is made from code, by its path from the root. `npm run generate` writes them. */
export function toGeneratedFiles(): Record<string, string> {
  const schemas = Object.entries(toPublishedSchemas()).map(([name, schema]) => [
    `packages/protocol/schemas/${name}`,
    toJSONText(schema),
  ]);
  return {
    'docs/api.md': toApiPage(documentedRoutes),
    'docs/errors.md': toErrorsPage(),
    'packages/protocol/src/light/wire-types.ts': toWireTypes(),
    'packages/server/openapi.json': toJSONText(toOpenAPI(documentedRoutes)),
    'packages/runtime/swarms.schema.json': toJSONText(toSwarmsSchema()),
    ...Object.fromEntries(schemas),
  };
}

function toJSONText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
