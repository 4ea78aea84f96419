import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { toConfigReport } from './to-config-report.ts';
import { agentTables, toAgentSettings } from './agent-tables.ts';

describe('agent tables of a configuration', () => {
  test('agent tables have settings in a file, and only names in the environment', () => {
    const given = { pi: { model: 'small', base_url: 'http://127.0.0.1:1/v1', env: ['KEY'] }, claude: {} };
    expect(agentTables.read(given)).toEqual(given);
    expect(agentTables.read(agentTables.fromText('pi, claude'))).toEqual({ pi: {}, claude: {} });
  });

  test.each([
    ['a list', ['pi']],
    ['a name that no agent can have', { 'My Agent': {} }],
    ['a setting that there is not', { pi: { modle: 'x' } }],
    ['an address that is none', { pi: { base_url: 'over there' } }],
    ['a secret in place of its name', { pi: { env: ['KEY=secret'] } }],
    ['no time at all', { pi: { idle_seconds: 0 } }],
  ])('agent tables are refused with %s', (_, given) => {
    expect(agentTables.read(given)).toBeUndefined();
  });

  test('agent tables open agents with their settings and the variables they name', () => {
    const table = {
      model: 'small',
      base_url: 'http://127.0.0.1:1/v1',
      env: ['KEY', 'MISSING'],
      idle_seconds: 2,
      silence_seconds: 3,
      options: { deep: [1] },
    };
    expect(toAgentSettings({ pi: table, claude: {} }, { KEY: 'secret', OTHER: 'x' })).toEqual({
      pi: {
        model: 'small',
        baseURL: 'http://127.0.0.1:1/v1',
        env: { KEY: 'secret' },
        idleMs: 2_000,
        silenceMs: 3_000,
        options: { deep: [1] },
      },
      claude: {},
    });
  });

  test('agent tables are reported as they could stand in a file', () => {
    const agents = { pi: { model: 'small', env: ['KEY'], options: { deep: [1, { a: 'x' }] } }, claude: {} };
    const config = readConfig({ file: { path: 'f.toml', table: { chat: { agents } } }, environment: {}, flags: {} });
    expect(config.warnings).toEqual([]);
    expect(parse(toConfigReport(config)).chat).toMatchObject({ agents });
  });
});
