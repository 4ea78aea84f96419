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

describe('findRecipients', () => {
  test('accepts agents that users or other swarms may write to', () => {
    expect(find(['boss', 'envoy'])).toEqual(['boss', 'envoy']);
  });

  test('refuses other agents', () => {
    expect(refusal(() => find(['math']))).toEqual(['sender_refused', "agent 'math' takes no mail from swarm 'beta'"]);
    expect(refusal(() => find(['boss', 'math']))?.[0]).toBe('sender_refused');
  });

  test('refuses agents that do not exist', () => {
    expect(refusal(() => find(['oracle']))).toEqual(['agent_not_found', "unknown local agent: 'oracle'"]);
  });

  test.each([
    ['names', ['math']],
    ['names all of', 'all' as const],
  ])('accepts agents that the registration of the peer %s', (_, agents) => {
    expect(find(['math'], { agents })).toEqual(['math']);
  });

  test('accepts an agent that waits for an answer of that swarm', () => {
    const asked = ledgerOf(['chief@beta', letter('math', 'chief@beta')]);
    expect(find(['math'], {}, asked)).toEqual(['math']);
    const elsewhere = ledgerOf(['head@gamma', letter('math', 'head@gamma')]);
    expect(refusal(() => find(['math'], {}, elsewhere))?.[0]).toBe('sender_refused');
  });

  test('sends a letter to all to every agent that is open to the swarm', () => {
    expect(find(['all'])).toEqual(['boss', 'envoy']);
    expect(find(['all'], { agents: 'all' })).toEqual(['boss', 'envoy', 'math']);
    expect(find(['all', 'boss'])).toEqual(['boss', 'envoy']);
  });
});

describe('findRecipients for a completion of a plain MAIL server', () => {
  const message = letter('chief@beta', 'supervisor@alpha', 'response', { subject: '::task_complete::' });
  const completion = arrivalOf({ message }, { ours: false });

  test('finds the agent that asked last', () => {
    const asked = ledgerOf(['chief@beta', letter('math', 'chief@beta')], ['clerk@beta', letter('envoy', 'clerk@beta')]);
    expect(findRecipients(completion, definition, asked, 'boss')).toEqual(['envoy']);
  });

  test('finds the entrypoint if no agent has asked', () => {
    expect(findRecipients(completion, definition, ledgerOf(), 'boss')).toEqual(['boss']);
  });
});
