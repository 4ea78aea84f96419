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
  it('passes on what programs need and what is the runtime’s own, and no other secret', () => {
    expect(runtimeEnvironment({ prefixes: ['ANTHROPIC_'], from })).toEqual({
      PATH: '/bin',
      HOME: '/ada',
      LC_ALL: 'C',
      ANTHROPIC_API_KEY: 'key',
    });
  });

  it('lets the caller add and replace', () => {
    expect(runtimeEnvironment({ prefixes: [], env: { HOME: '/tmp', X: '1' }, from })).toEqual({
      PATH: '/bin',
      HOME: '/tmp',
      LC_ALL: 'C',
      X: '1',
    });
  });

  it('takes the environment of the process unless told otherwise', () => {
    expect(runtimeEnvironment({ prefixes: [] })['PATH']).toBe(process.env['PATH']);
  });
});
