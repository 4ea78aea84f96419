import { describe, expect, it } from 'vitest';
import { toQueryOptions } from './to-query-options.ts';

describe('toQueryOptions', () => {
  it('asks the user unless told otherwise, and reads nobody’s settings', () => {
    expect(toQueryOptions({ cwd: '/workspace' })).toMatchObject({
      cwd: '/workspace',
      permissionMode: 'default',
      settingSources: [],
      includePartialMessages: true,
      forwardSubagentText: true,
    });
    expect(toQueryOptions({ cwd: '/workspace' })).not.toHaveProperty('model');
  });

  it('passes options on, but always wants pieces and nested agents', () => {
    const options = { permissionMode: 'plan', maxTurns: 3, includePartialMessages: false, cwd: '/elsewhere' };
    expect(toQueryOptions({ cwd: '/workspace', model: 'x', options })).toMatchObject({
      cwd: '/workspace',
      model: 'x',
      permissionMode: 'plan',
      maxTurns: 3,
      includePartialMessages: true,
    });
  });

  it('leads to another model server', () => {
    const { env } = toQueryOptions({ cwd: '/', baseURL: 'http://127.0.0.1:1', apiKey: 'k', env: { HOME: '/h' } });
    expect(env).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_API_KEY: 'k', HOME: '/h' });
  });
});
