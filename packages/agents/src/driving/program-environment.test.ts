import { describe, expect, it } from 'vitest';
import { programEnvironment } from './program-environment.ts';

const from = {
  PATH: '/bin',
  HOME: '/ada',
  LC_ALL: 'C',
  DATABASE_URL: 'postgres://secret',
  ANTHROPIC_API_KEY: 'key',
  OPENAI_API_KEY: 'other key',
  EMPTY: undefined,
};

describe('programEnvironment', () => {
  it('passes on the variables that all programs need and the agent program’s own, and no other secret', () => {
    expect(programEnvironment({ prefixes: ['ANTHROPIC_'], from })).toEqual({
      PATH: '/bin',
      HOME: '/ada',
      LC_ALL: 'C',
      ANTHROPIC_API_KEY: 'key',
    });
  });

  it('lets the caller add and replace variables', () => {
    expect(programEnvironment({ prefixes: [], env: { HOME: '/tmp', X: '1' }, from })).toEqual({
      PATH: '/bin',
      HOME: '/tmp',
      LC_ALL: 'C',
      X: '1',
    });
  });

  it('uses the environment of the process by default', () => {
    expect(programEnvironment({ prefixes: [] })['PATH']).toBe(process.env['PATH']);
  });
});
