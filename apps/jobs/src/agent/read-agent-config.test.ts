import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_TOOLS } from '../tools/all-tools.ts';
import { DEFAULT_AGENT } from './agent-config.ts';
import { readAgentConfig } from './read-agent-config.ts';

const whole = {
  id: 'jobs',
  name: 'My agent',
  role: { description: 'Finds jobs.' },
  model: { primary: 'sonnet', thinking: 'high', temperature: 0.2 },
  permissions: { tools: { allow: ['jobs_*'], deny: ['jobs_tailor'] }, max_tokens_per_call: 500 },
};
const read = (value: unknown) => readAgentConfig(JSON.stringify(value));

test('the defaults equal the file that we write', () => {
  expect(read(DEFAULT_AGENT)).toEqual({ config: DEFAULT_AGENT, errors: [] });
});

test('omitted settings have their defaults', () => {
  const { config, errors } = read(whole);
  expect(errors).toEqual([]);
  expect(config).toMatchObject({ ...whole, version: '1.0.0', models: {}, chat: { persist_interval_ms: 5_000 } });
});

test('settings of other programs are accepted', () => {
  const more = { responsibilities: ['search'], memory: { enabled: true }, error_handling: {} };
  expect(read({ ...whole, ...more }).errors).toEqual([]);
});

test.each([
  ['a temperature that is too high', { model: { primary: 'x', temperature: 3 } }, 'model.temperature'],
  ['a way of thinking that nobody knows', { model: { primary: 'x', thinking: 'deep' } }, 'model.thinking'],
  ['a key that is misspelt', { permisions: {} }, 'permisions'],
  ['a key in the file', { models: { mine: { provider: 'x', model: 'y', apiKey: 'secret' } } }, 'apiKey'],
  [
    'an address that is none',
    { models: { mine: { provider: 'x', model: 'y', baseURL: 'file:///x' } } },
    'models.mine.baseURL',
  ],
  ['no role', { role: undefined }, 'role'],
])('%s is reported by name, and the defaults apply', (_, change, path) => {
  const { config, errors } = read({ ...whole, ...change });
  expect(errors.join('\n')).toContain(path);
  expect(config.name).toBe(DEFAULT_AGENT.name);
});

test('tools that a broken file forbids stay forbidden', () => {
  const { config, errors } = read({ ...whole, model: { primary: 7 } });
  expect(errors).toHaveLength(1);
  expect(config.permissions.tools).toEqual({ allow: ['jobs_*'], deny: ['jobs_tailor'] });
});

test('a text that is not JSON is one error', () => {
  expect(readAgentConfig('{').errors).toEqual([expect.stringContaining('not JSON')]);
  expect(readAgentConfig('null').errors).toHaveLength(1);
});

test('the documentation shows a valid file, and names every tool', () => {
  const page = readFileSync(new URL('../../../../docs/jobs.md', import.meta.url), 'utf8');
  const [, example] = /```json\n(\{\n {2}"id": "jobs".*?)```/s.exec(page) ?? [];
  expect(readAgentConfig(example ?? '').errors).toEqual([]);
  for (const { name } of ALL_TOOLS) expect(page).toContain(`\`${name}\``);
});
