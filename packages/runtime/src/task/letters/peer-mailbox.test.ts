import { expect, test } from 'vitest';
import { peerOf, toPeerMailbox } from './peer-mailbox.ts';

test.each(['beta', 'swarm-beta', 'a.b_c'])('the mailbox of swarm %s names it', (swarm) => {
  expect(toPeerMailbox(swarm)).toBe(`@${swarm}`);
  expect(peerOf(toPeerMailbox(swarm))).toBe(swarm);
});

test.each(['boss', 'boss@beta', ''])('the mailbox of agent %j is for no swarm', (agent) => {
  expect(peerOf(agent)).toBeUndefined();
});
