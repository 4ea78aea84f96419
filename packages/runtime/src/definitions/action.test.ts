import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { action, type ActionContext, type AnyAction } from './action.ts';

const context: ActionContext = {
  signal: new AbortController().signal,
  idempotencyKey: 'task/agent/1/call',
  task: { id: 'task', swarm: 'post-office', owner: 'user:u@post-office' },
  agent: 'clerk',
  callId: 'call',
  log: () => {},
};

describe('action', () => {
  const add = action({
    name: 'add',
    description: 'Adds two numbers.',
    parameters: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => String(a + b),
  });

  test('keeps what it is given', async () => {
    expect(add).toMatchObject({ name: 'add', description: 'Adds two numbers.' });
    expect(await add.execute({ a: 1, b: 2 }, context)).toBe('3');
  });

  test('an action is not idempotent unless it says so', () => {
    expect(add.idempotent).toBe(false);
    expect(action({ ...add, idempotent: true }).idempotent).toBe(true);
  });

  test('an action is frozen', () => {
    expect(Object.isFrozen(add)).toBe(true);
  });

  test('execute gets the input type of zod, or its own when there is a JSON Schema', () => {
    const shout = action({
      name: 'shout',
      description: 'Shouts.',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      execute: (input: { text: string }) => input.text.toUpperCase(),
    });
    expect(shout.execute({ text: 'hello' }, context)).toBe('HELLO');
  });

  test('actions of different inputs fit into one list', () => {
    const all: AnyAction[] = [add, action({ ...add, name: 'plus' })];
    expect(all.map(({ name }) => name)).toEqual(['add', 'plus']);
  });
});
