import { describe, expect, it } from 'vitest';
import { toQueryOptions } from './to-query-options.ts';

describe('toQueryOptions', () => {
  it('asks the user by default, and reads nobody’s settings', () => {
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

  it('connects to another model server', () => {
    const { env } = toQueryOptions({ cwd: '/', baseURL: 'http://127.0.0.1:1', apiKey: 'k', env: { HOME: '/h' } });
    expect(env).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_API_KEY: 'k', HOME: '/h' });
  });

  it('lets Claude contact only its model by default', () => {
    const name = 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC';
    expect(toQueryOptions({ cwd: '/' })['env']).toMatchObject({ [name]: '1' });
    expect(toQueryOptions({ cwd: '/', env: { [name]: '' } })['env']).toMatchObject({ [name]: '' });
  });

  it('passes its own variables and those of the system, and nothing else', () => {
    const before = { ...process.env };
    try {
      Object.assign(process.env, { DATABASE_URL: 'secret', CLAUDE_CONFIG_DIR: '/claude' });
      const { env } = toQueryOptions({ cwd: '/' }) as { env: Record<string, string> };
      expect(env).toMatchObject({ PATH: process.env['PATH'], CLAUDE_CONFIG_DIR: '/claude' });
      expect(env).not.toHaveProperty('DATABASE_URL');
    } finally {
      for (const name of ['DATABASE_URL', 'CLAUDE_CONFIG_DIR']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});
