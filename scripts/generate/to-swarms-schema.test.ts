import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { root, soloJSON } from '../../packages/runtime/src/swarms-json/__fixtures__/samples.ts';
import { toSwarmsSchema } from './to-swarms-schema.ts';

const validate = new Ajv2020({ allErrors: true }).compile(toSwarmsSchema());

function errorsOf(value: unknown): string[] {
  return validate(value) ? [] : validate.errors!.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe('toSwarmsSchema', () => {
  test('equals swarms.schema.json', async () => {
    const committed = await readFile(new URL('../../packages/runtime/swarms.schema.json', import.meta.url), 'utf8');
    expect(committed).toBe(`${JSON.stringify(toSwarmsSchema(), null, 2)}\n`);
  });

  test('gives plain JSON', () => {
    expect(structuredClone(toSwarmsSchema())).toEqual(toSwarmsSchema());
    expect(toSwarmsSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Swarms',
    });
  });

  test('explains what can be written', () => {
    const { $defs } = toSwarmsSchema() as { $defs: Record<string, { properties: Record<string, object> }> };
    expect(Object.keys($defs).toSorted()).toContain('Agent');
    expect($defs.Agent!.properties.can_complete_tasks).toMatchObject({
      default: false,
      description: expect.any(String) as string,
    });
    expect($defs.Swarm!.properties.enable_db_agent_histories).toMatchObject({ deprecated: true });
  });

  test('accepts what the loader accepts', async () => {
    expect(errorsOf([soloJSON()])).toEqual([]);
    expect(errorsOf(JSON.parse(await readFile(join(root, 'post-office.json'), 'utf8')))).toEqual([]);
  });

  test('lets factories of the user have parameters of their own', () => {
    expect(errorsOf([soloJSON({ agent_params: { district: 4, nested: { any: [1] } } })])).toEqual([]);
  });

  test('marks what the loader would warn of or refuse', () => {
    expect(errorsOf([soloJSON({ can_complete_task: true }, { owner: 'me' })])).toEqual([
      '/0 additionalProperties',
      '/0/agents/0 additionalProperties',
    ]);
    expect(errorsOf([soloJSON({ agent_params: { reasoning_effort: 'maximal' } }, { version: undefined })])).toContain(
      '/0/agents/0/agent_params/reasoning_effort enum',
    );
    expect(errorsOf([{}])).toHaveLength(4);
    expect(errorsOf({})).toEqual([' type']);
  });
});
