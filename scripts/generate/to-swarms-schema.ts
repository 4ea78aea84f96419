import { editorSwarmSchema } from '../../packages/runtime/src/swarms-json/swarms-schema.ts';

/**
 * The JSON Schema of a swarms file, for editors. `packages/runtime/swarms.schema.json` is made from it.
 *
 * @example JSON.stringify(toSwarmsSchema(), null, 2)
 */
export function toSwarmsSchema(): object {
  const file = editorSwarmSchema
    .array()
    .meta({ title: 'Swarms', description: 'Swarms of agents for Posthouse and other servers of the MAIL protocol.' });
  // A plain copy: zod's result carries more than JSON.
  return JSON.parse(JSON.stringify(file.toJSONSchema({ target: 'draft-2020-12' }))) as object;
}
