import { type MAILMessage, parseAgentAddress } from '@posthouse/protocol';
import type { TaskCaller } from '../task-data.ts';
import { type LetterOrigin, noteOf } from './letter-note.ts';

/** Whom a run works for that this letter starts. */
export function toCaller(letter: MAILMessage, { ours, invitations }: LetterOrigin): TaskCaller {
  const { name, swarm = '' } = parseAgentAddress(letter.message.sender.address);
  const { instance, hops = 1 } = noteOf(letter);
  return {
    swarm,
    agent: name,
    instance,
    ...(letter.msgType === 'request' ? { requestId: letter.message.requestId } : {}),
    ours,
    hops,
    invitations,
  };
}
