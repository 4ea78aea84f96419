import { PosthouseError } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { ending, ledgerOf, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { actor } from '../__fixtures__/play.ts';
import { mailTo } from '../__fixtures__/decision-state.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { toFederation } from './federation.ts';
import type { PeerLetter, Peers } from './peers.ts';
import { type Sending, sendLetter } from './send-letter.ts';

const definition = defineSwarm({
  name: 'alpha',
  version: '1.0.0',
  entrypoint: 'boss',
  enableInterswarm: true,
  limits: { messages: 10 },
  agents: [actor('boss', [], { commTargets: [], enableEntrypoint: true, canCompleteTasks: true })],
});

type Errand = { kind: 'deliver'; letter: PeerLetter } | { kind: 'cancel' | 'resume' | 'forget'; request: object };

/** The other servers, who write down what they are asked and answer what they are told to. */
function peers(ours: boolean, answer: () => unknown = () => undefined): Peers & { errands: Errand[] } {
  const errands: Errand[] = [];
  const act = async (errand: Errand) => (errands.push(errand), answer() as void);
  return {
    errands,
    knows: () => true,
    list: () => [{ name: 'beta', description: '', keywords: [], public: true, active: true, ours }],
    deliver: async (sent) => act({ kind: 'deliver', letter: sent }),
    cancel: (request) => act({ kind: 'cancel', request }),
    resume: (request) => act({ kind: 'resume', request }),
    forget: (request) => act({ kind: 'forget', request }),
    discover: async () => [],
    follow: async function* () {},
  };
}

function sending(changes: Partial<Sending> = {}): Sending {
  const { signal } = new AbortController();
  return { definition, task: taskAt(), ledger: ledgerOf(), now: 0, signal, ...changes };
}

const first = mailTo('@beta', letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:alpha@beta', hops: 1 } }));
const at = { swarm: 'alpha', peer: 'beta', taskId: 't' };

async function send(mail: Mail, there: ReturnType<typeof peers>, changes: Partial<Sending> = {}) {
  return sendLetter(mail, toFederation(there), sending(changes));
}

function delivered({ errands }: ReturnType<typeof peers>): PeerLetter {
  const [errand] = errands;
  if (errand?.kind !== 'deliver') throw new Error(`it was not delivered: ${JSON.stringify(errand)}`);
  return errand.letter;
}

describe('sending the first letter of a task', () => {
  test('goes forward, and returns the instance that works on the task', async () => {
    const there = peers(true, () => ({ runner: 'swarm:token-7@beta' }));
    expect(await send(first, there)).toBe('swarm:token-7@beta');
    expect(delivered(there)).toMatchObject({ peer: 'beta', direction: 'forward', attempt: 0 });
  });

  test('returns the usual instance if the server does not name one', async () => {
    expect(
      await send(
        first,
        peers(false, () => ({})),
      ),
    ).toBe('swarm:alpha@beta');
    expect(await send(first, peers(true))).toBe('swarm:alpha@beta');
  });

  test('goes forward again when it is retried', async () => {
    const there = peers(true);
    await send(first, there, { task: taskAt({ attempts: { beta: 3 } }) });
    expect(delivered(there)).toMatchObject({ direction: 'forward', attempt: 3 });
  });

  test('tells Posthouse servers what a fork continues, until a letter has arrived', async () => {
    const forked = { from: [{ taskId: 'old', beforeRun: 2 }], peers: ['beta'] };
    const metadataOf = async (ours: boolean, data: Parameters<typeof taskAt>[0]) => {
      const there = peers(ours);
      await send(first, there, { task: taskAt(data) });
      return delivered(there).envelope.metadata;
    };
    const told = { forked_from: [{ task_id: 'old', before_run: 2 }] };
    expect(await metadataOf(true, { forked })).toMatchObject(told);
    expect(await metadataOf(true, { forked, attempts: { beta: 3 } })).toMatchObject(told);
    expect(await metadataOf(true, { forked, runners: { beta: 'swarm:alpha@beta' } })).not.toHaveProperty('forked_from');
    expect(await metadataOf(false, { forked })).toEqual({});
  });
});

test('later letters go back, and return no instance', async () => {
  const there = peers(true);
  expect(await send(first, there, { task: taskAt({ runners: { beta: 'swarm:alpha@beta' } }) })).toBeUndefined();
  expect(delivered(there).direction).toBe('back');
});

test('a plain MAIL server never gets a second letter forward for one task', async () => {
  const there = peers(false);
  await send(first, there, { task: taskAt({ runners: { beta: 'swarm:alpha@beta' } }) });
  expect(delivered(there).direction).toBe('back');
});

describe('the metadata of a letter', () => {
  test('a plain MAIL server gets no metadata', async () => {
    const there = peers(false);
    await send(first, there, { task: taskAt({ invitation: 'secret' }) });
    expect(delivered(there).envelope.metadata).toEqual({});
  });

  test('say where it comes from, how many hops it made, and which limits are left', async () => {
    const there = peers(true);
    const ledger = ledgerOf(['boss', letter('head@gamma', 'boss', 'request', { note: { above: ['delta'] } })]);
    await send(first, there, { task: taskAt({ invitation: 'i' }, { head: 7 }), ledger });
    expect(delivered(there).envelope.metadata).toEqual({
      from: 'user:ada@alpha',
      to: 'swarm:alpha@beta',
      hops: 1,
      above: ['gamma', 'delta', 'alpha'],
      seq: 7,
      left: { messages: 9, turns: 100 },
      invitations: { alpha: 'i' },
    });
  });

  test('the metadata have the invitations of earlier swarms, and how a run has ended', async () => {
    const there = peers(true);
    const caller = { swarm: 'beta', agent: 'chief', ours: true, hops: 1, invitations: { beta: 'b' } };
    const end = mailTo('@beta', ending('boss', 'chief@beta', { ended: { outcome: 'complete', seen: ['m'] } }));
    await send(end, there, { task: visitingTask({ caller, invitation: 'a' }) });
    expect(delivered(there).envelope.metadata).toMatchObject({
      from: 'swarm:beta@alpha',
      invitations: { beta: 'b', alpha: 'a' },
      ended: { outcome: 'complete', seen: ['m'] },
    });
  });

  test('the metadata have the calls that wait for answers', async () => {
    const there = peers(true);
    const asks = [{ callId: 'c', tool: 't', input: {} }];
    await send(mailTo('@beta', letter('boss', 'chief@beta', 'response', { note: { asks, run: 4 } })), there);
    expect(delivered(there).envelope.metadata).toMatchObject({
      paused: [{ call_id: 'c', tool: 't', input: {} }],
      run: 4,
    });
  });
});

describe('sending a cancel', () => {
  const stop = mailTo('@beta', ending('boss', 'chief@beta', { ended: { outcome: 'cancelled' }, cancel: true }));

  test('makes a cancel request at a Posthouse server', async () => {
    const there = peers(true);
    expect(await send(stop, there)).toBeUndefined();
    expect(there.errands).toEqual([{ kind: 'cancel', request: { ...at, key: stop.id } }]);
  });

  test('sends a letter to a plain MAIL server', async () => {
    const there = peers(false);
    await send(stop, there, { task: taskAt({ runners: { beta: 'swarm:alpha@beta' } }) });
    expect(delivered(there)).toMatchObject({ direction: 'back', envelope: { msgType: 'response' } });
  });

  test('succeeds where there is nothing to stop, and fails where nobody answers', async () => {
    const refused = new PosthouseError({ code: 'peer_refused', message: 'task is not running' });
    const gone = new PosthouseError({ code: 'peer_unreachable', message: 'nobody answers' });
    await expect(
      send(
        stop,
        peers(true, () => Promise.reject(refused)),
      ),
    ).resolves.toBeUndefined();
    await expect(
      send(
        stop,
        peers(true, () => Promise.reject(gone)),
      ),
    ).rejects.toBe(gone);
  });
});

test('answers to open calls go by letter to an instance that works for somebody else', async () => {
  const there = peers(true);
  const note = { resume: [{ callId: 'c', content: { deep_key: 1 } }], to: 'swarm:gamma@beta' };
  await send(mailTo('@beta', letter('boss', 'chief@beta', 'response', { note })), there);
  expect(delivered(there)).toMatchObject({
    direction: 'back',
    envelope: { metadata: { to: 'swarm:gamma@beta', answers: [{ call_id: 'c', content: { deep_key: 1 } }] } },
  });
});

test('answers to open calls resume the run of an instance that works for us', async () => {
  const there = peers(true);
  const resume = [{ callId: 'c', content: 'yes' }];
  const mail = mailTo('@beta', letter('boss', 'all@beta', 'response', { note: { resume } }));
  await send(mail, there);
  expect(there.errands).toEqual([{ kind: 'resume', request: { ...at, key: mail.id, answers: resume } }]);
});
