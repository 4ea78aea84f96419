import { describe, expect, test } from 'vitest';
import { letter } from '../../__fixtures__/letters.ts';
import { toCaller } from './to-caller.ts';

describe('toCaller', () => {
  test('names the agent that asked and the instance that it gives', () => {
    const asked = letter('chief@beta', 'boss', 'request', { note: { instance: 'user:eve@beta', hops: 3 } });
    const { requestId } = asked.message as { requestId: string };
    expect(toCaller(asked, { ours: true, limits: {}, invitations: { beta: 'i' } })).toEqual({
      swarm: 'beta',
      agent: 'chief',
      instance: 'user:eve@beta',
      requestId,
      ours: true,
      hops: 3,
      invitations: { beta: 'i' },
    });
  });

  test('leaves out what the server does not say, and the request if no answer is expected', () => {
    const told = letter('chief@beta', 'boss', 'broadcast');
    expect(toCaller(told, { ours: false, limits: {} })).toEqual({
      swarm: 'beta',
      agent: 'chief',
      ours: false,
      hops: 1,
    });
  });
});
