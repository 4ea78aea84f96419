import { recipientsOf } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { letter } from '../../__fixtures__/letters.ts';
import { agentAddress, composeBroadcast } from '../../messages/compose-messages.ts';
import { noteOf, withNote } from './letter-note.ts';
import { narrowTo } from './split-by-swarm.ts';

const route = { direction: 'forward', to: 'swarm:alpha@beta' } as const;
const everywhere = composeBroadcast(
  { taskId: 't', swarm: 'alpha' },
  {
    sender: agentAddress('boss'),
    recipients: ['math', 'chief@beta', 'clerk@beta', 'head@gamma'],
    subject: 's',
    body: 'b',
  },
);

describe('the part of a message that one swarm gets', () => {
  test('names its own agents only (Q9)', () => {
    const part = narrowTo(everywhere, 'beta', route);
    expect(recipientsOf(part).map(({ address }) => address)).toEqual(['chief@beta', 'clerk@beta']);
    expect(part.message).toMatchObject({ recipientSwarms: ['beta'], subject: 's', body: 'b' });
  });

  test("each swarm's part of a message has the same id, and its own route", () => {
    const [beta, gamma] = ['beta', 'gamma'].map((swarm) =>
      narrowTo(everywhere, swarm, { direction: 'back', to: `swarm:alpha@${swarm}` }),
    );
    expect(beta!.id).toBe(everywhere.id);
    expect(gamma!.id).toBe(everywhere.id);
    expect([beta, gamma].map((part) => part!.message.routingInfo)).toMatchObject([
      { remote_swarm: 'beta', direction: 'back', letter: { to: 'swarm:alpha@beta' } },
      { remote_swarm: 'gamma', direction: 'back', letter: { to: 'swarm:alpha@gamma' } },
    ]);
  });

  test('leaves a message to one agent as it is', () => {
    const message = letter('boss', 'chief@beta');
    expect(narrowTo(message, 'beta', route).message).toMatchObject({ recipient: agentAddress('chief@beta') });
  });

  test('takes the route of an answer, whatever the usual one is', () => {
    const answer = withNote(letter('boss', 'chief@beta', 'response'), { to: 'swarm:gamma@beta' });
    expect(noteOf(narrowTo(answer, 'beta', route)).to).toBe('swarm:gamma@beta');
  });
});
