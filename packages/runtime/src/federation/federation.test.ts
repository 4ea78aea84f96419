import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from './federation-policy.ts';
import { toFederation } from './federation.ts';
import type { Peers } from './peers.ts';

/** Nobody is asked anything before a task has something to say to a peer. */
const peers = {} as Peers;

test('a part of the policy that is given as undefined is the default one', () => {
  const { policy } = toFederation(peers, { giveUpMs: undefined, mostHops: undefined, catchUpMs: 5 });
  expect(policy).toEqual({ ...DEFAULT_POLICY, catchUpMs: 5 });
});
