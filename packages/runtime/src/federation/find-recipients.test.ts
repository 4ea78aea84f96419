import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { arrivalOf, ledgerOf, letter } from '../__fixtures__/letters.ts';
import { actor } from '../__fixtures__/play.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { agentAddress } from '../messages/compose-messages.ts';
import { findRecipients } from './find-recipients.ts';
import type { ReceivedLetter } from './peers.ts';

const definition = defineSwarm({
  name: 'alpha',
  version: '1.0.0',
  entrypoint: 'boss',
  enableInterswarm: true,
  agents: [
    actor('boss', [], { commTargets: ['math', 'envoy'], enableEntrypoint: true, canCompleteTasks: true }),
    actor('envoy', [], { commTargets: ['boss', 'chief@beta'], enableInterswarm: true }),
    actor('math', [], { commTargets: ['boss'] }),
  ],
});

function find(to: string[], from: Partial<ReceivedLetter['from']> = {}, ledger = ledgerOf()): string[] {
  const recipients = to.map((name) => agentAddress(`${name}@alpha`));
  const arrival = arrivalOf({ message: letter('chief@beta', 'boss', 'broadcast'), payload: { recipients } }, from);
  return findRecipients(arrival, definition, ledger, 'boss');
}

function refusal(act: () => unknown): [string, string] | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return PosthouseError.isInstance(error) ? [error.code, error.message] : undefined;
  }
}

describe('a letter of a peer reaches', () => {
  test('agents that users or other swarms may write to', () => {
    expect(find(['boss', 'envoy'])).toEqual(['boss', 'envoy']);
  });

  test('nobody else', () => {
    expect(refusal(() => find(['math']))).toEqual(['sender_refused', "agent 'math' takes no mail from swarm 'beta'"]);
    expect(refusal(() => find(['boss', 'math']))?.[0]).toBe('sender_refused');
  });

  test('nobody who is not there', () => {
    expect(refusal(() => find(['oracle']))).toEqual(['agent_not_found', "unknown local agent: 'oracle'"]);
  });

  test.each([
    ['names', ['math']],
    ['names all of', 'all' as const],
  ])('further agents that its registration %s', (_, agents) => {
    expect(find(['math'], { agents })).toEqual(['math']);
  });

  test('whoever has asked that swarm something, while the answer is missing', () => {
    const asked = ledgerOf(['chief@beta', letter('math', 'chief@beta')]);
    expect(find(['math'], {}, asked)).toEqual(['math']);
    const elsewhere = ledgerOf(['head@gamma', letter('math', 'head@gamma')]);
    expect(refusal(() => find(['math'], {}, elsewhere))?.[0]).toBe('sender_refused');
  });

  test('everybody who is open, when it is for all', () => {
    expect(find(['all'])).toEqual(['boss', 'envoy']);
    expect(find(['all'], { agents: 'all' })).toEqual(['boss', 'envoy', 'math']);
    expect(find(['all', 'boss'])).toEqual(['boss', 'envoy']);
  });
});

describe('the word that a run is over, which a server of others sends to whatever its own entrypoint is called', () => {
  const message = letter('chief@beta', 'supervisor@alpha', 'response', { subject: '::task_complete::' });
  const completion = arrivalOf({ message }, { ours: false });

  test('reaches whoever asked last', () => {
    const asked = ledgerOf(['chief@beta', letter('math', 'chief@beta')], ['clerk@beta', letter('envoy', 'clerk@beta')]);
    expect(findRecipients(completion, definition, asked, 'boss')).toEqual(['envoy']);
  });

  test('reaches the entrypoint, if nobody has', () => {
    expect(findRecipients(completion, definition, ledgerOf(), 'boss')).toEqual(['boss']);
  });
});
