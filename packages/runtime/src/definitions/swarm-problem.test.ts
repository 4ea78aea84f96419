import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { swarmError } from './swarm-problem.ts';

const problems = [
  { path: 'entrypoint', message: "there is no agent 'boss'." },
  { path: 'agents.0.name', message: 'an agent needs a name' },
];

describe('swarmError', () => {
  test('lists every problem, one per line', () => {
    expect(swarmError("swarm 'x'", problems).message).toBe(
      [
        "2 problems in swarm 'x':",
        "- entrypoint: there is no agent 'boss'.",
        '- agents.0.name: an agent needs a name',
      ].join('\n'),
    );
  });

  test('speaks of one problem in the singular', () => {
    expect(swarmError("swarm 'x'", problems.slice(0, 1)).message).toMatch(/^1 problem in swarm 'x':/);
  });

  test('leaves none out, however many there are', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ path: `agents.${index}`, message: 'is odd' }));
    expect(swarmError('it', many).message.split('\n')).toHaveLength(201);
  });

  test('makes an invalid_swarm error with the problems as data', () => {
    const error = swarmError('it', problems);
    expect(PosthouseError.isInstance(error)).toBe(true);
    expect(error.code).toBe('invalid_swarm');
    expect(error.status).toBe(400);
    expect(error.details).toEqual(problems);
  });

  test('keeps the cause', () => {
    const cause = new Error('underneath');
    expect(swarmError('it', problems, cause).cause).toBe(cause);
    expect(swarmError('it', problems).cause).toBeUndefined();
  });
});
