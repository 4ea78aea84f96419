import { describe, expect, it } from 'vitest';
import { runtimeEnvironment } from './runtime-environment.ts';

const from = {
  PATH: '/bin',
  HOME: '/ada',
  LC_ALL: 'C',
  DATABASE_URL: 'postgres://secret',
  ANTHROPIC_API_KEY: 'key',
  OPENAI_API_KEY: 'other key',
  EMPTY: undefined,
};

describe('runtimeEnvironment', () => {
  it('passes on the variables that programs need and the runtime’s own, and no other secret', () => {
    expect(runtimeEnvironment({ prefixes: ['ANTHROPIC_'], from })).toEqual({
      PATH: '/bin',
      HOME: '/ada',
      LC_ALL: 'C',
      ANTHROPIC_API_KEY: 'key',
    });
  });

  it('lets the caller add and replace variables', () => {
    expect(runtimeEnvironment({ prefixes: [], env: { HOME: '/tmp', X: '1' }, from })).toEqual({
      PATH: '/bin',
      HOME: '/tmp',
      LC_ALL: 'C',
      X: '1',
    });
  });

  it('uses the environment of the process by default', () => {
    expect(runtimeEnvironment({ prefixes: [] })['PATH']).toBe(process.env['PATH']);
  });
});
