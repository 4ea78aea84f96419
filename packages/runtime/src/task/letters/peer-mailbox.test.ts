import { expect, test } from 'vitest';
import { peerOf, toPeerMailbox } from './peer-mailbox.ts';

test.each(['beta', 'swarm-beta', 'a.b_c'])('names swarm %s in its mailbox', (swarm) => {
  expect(toPeerMailbox(swarm)).toBe(`@${swarm}`);
  expect(peerOf(toPeerMailbox(swarm))).toBe(swarm);
});

test.each(['boss', 'boss@beta', ''])('finds no swarm in the mailbox of agent %j', (agent) => {
  expect(peerOf(agent)).toBeUndefined();
});
