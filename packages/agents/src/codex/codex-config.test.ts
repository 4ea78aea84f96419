import { describe, expect, it } from 'vitest';
import { toCodexConfig, toConfigArguments } from './codex-config.ts';

describe('toCodexConfig', () => {
  it('lets Codex contact only its model', () => {
    expect(toCodexConfig({})).toMatchObject({
      features: { plugins: false, apps: false },
      analytics: { enabled: false },
      check_for_update_on_startup: false,
    });
    expect(toCodexConfig({})).not.toHaveProperty('model_provider');
  });

  it('connects to another model server over plain HTTP', () => {
    expect(toCodexConfig({ baseURL: 'http://127.0.0.1:1/v1' })).toMatchObject({
      model_provider: 'posthouse',
      model_providers: {
        posthouse: { base_url: 'http://127.0.0.1:1/v1', wire_api: 'responses', env_key: 'POSTHOUSE_CODEX_KEY' },
      },
    });
  });

  it('lets the caller add and replace, down to single values', () => {
    const config = { features: { apps: true }, model_providers: { posthouse: { request_max_retries: 1 } } };
    expect(toCodexConfig({ baseURL: 'u', config })).toMatchObject({
      features: { plugins: false, apps: true },
      model_providers: { posthouse: { base_url: 'u', request_max_retries: 1 } },
    });
  });
});

describe('toConfigArguments', () => {
  it('writes values as TOML', () => {
    expect(
      toConfigArguments({
        a: 1,
        b: { c: 'x "y"', 'odd key': true },
        d: [1, 'two', { e: false }],
        'f.g': { 'h i': 'j' },
      }),
    ).toEqual([
      '-c',
      'a=1',
      '-c',
      'b.c="x \\"y\\""',
      '-c',
      'b."odd key"=true',
      '-c',
      'd=[1,"two",{e=false}]',
      '-c',
      '"f.g"."h i"="j"',
    ]);
  });
});
