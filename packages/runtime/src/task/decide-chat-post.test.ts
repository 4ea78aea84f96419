import { describe, expect, test } from 'vitest';
import { callOf, mailTo, openTurn, runningTask, stateOf, userMessage } from '../__fixtures__/decision-state.ts';
import { NEXT_RUN } from '../mailbox/mailbox.ts';
import { toInterrupt } from '../messages/compose-messages.ts';
import { decideChatPost, type WhenOpen } from './decide-chat-post.ts';
import { decideNextRun } from './decide-post.ts';

const message = userMessage('and the trains?');
const post = (whenOpen: WhenOpen) => ({ message, cutIn: toInterrupt(message), to: 'boss', now: 1_000, whenOpen });
const modes: WhenOpen[] = ['queue', 'interrupt', 'refuse'];
const asking = openTurn('boss', [callOf('ask', { kind: 'breakpoint' })]);

describe('while nothing runs', () => {
  test.each(modes)('a message starts a run, whatever its mode: %s', (whenOpen) => {
    const idle = stateOf({ task: runningTask({ openRun: null, status: 'complete', run: 3 }) });
    expect(decideChatPost(idle, post(whenOpen)).entries).toMatchObject([
      { run: 4, type: 'run-started', messages: [message.id] },
      { run: 4, type: 'message', message },
    ]);
    expect(decideChatPost({ ...stateOf(), task: undefined }, post(whenOpen)).entries[0]).toMatchObject({ run: 1 });
  });
});

describe('while a run is at work', () => {
  test('a queued message is logged, and is in no mailbox that the run reads', () => {
    const { entries, put, fence } = decideChatPost(stateOf(), post('queue'));
    expect(entries).toMatchObject([{ run: 1, type: 'message', to: 'boss', message }]);
    expect(put).toMatchObject([{ mailbox: 'boss', run: null, due: NEXT_RUN, message }]);
    expect(fence).toBeUndefined();
  });

  test('an interrupting message joins the run as an interrupt', () => {
    const { entries, put } = decideChatPost(stateOf(), post('interrupt'));
    const cutIn = { id: message.id, msgType: 'interrupt', message: { body: 'and the trains?' } };
    expect(entries).toMatchObject([{ run: 1, type: 'message', message: cutIn }]);
    expect(put).toMatchObject([{ mailbox: 'boss', run: 1, tier: 2, message: cutIn }]);
  });

  test('a message that may not wait is refused', () => {
    expect(() => decideChatPost(stateOf(), post('refuse'))).toThrow(/in the middle of a run/);
  });
});

describe('while a run waits for an answer', () => {
  const paused = stateOf({ task: runningTask({ status: 'paused' }), open: [asking] });

  test.each(modes)('a message ends the run and starts the next one: %s', (whenOpen) => {
    const { entries, turns, take, put, status, fence, data } = decideChatPost(paused, post(whenOpen));
    expect(entries).toMatchObject([
      { run: 1, type: 'message', message },
      { run: 1, type: 'call-ended', callId: 'c-ask', result: { status: 'not-run' } },
      { run: 1, type: 'run-ended', outcome: 'cancelled', code: 'superseded' },
      { run: 2, type: 'run-started', messages: [message.id] },
    ]);
    expect(turns).toMatchObject([{ agent: 'boss', done: true }]);
    expect([take, status, fence]).toEqual([[], 'running', true]);
    expect(put).toMatchObject([{ mailbox: 'boss', run: 2, message }]);
    expect(put![0]).not.toHaveProperty('due');
    expect(data).toMatchObject({ current: { run: 2, entrypoint: 'boss' } });
  });

  test('the message that has waited longest comes first', () => {
    const earlier = mailTo('boss', userMessage('earlier'), { due: NEXT_RUN, run: null });
    const { entries, take, put } = decideChatPost({ ...paused, mail: [earlier] }, post('queue'));
    expect(entries.at(-1)).toMatchObject({ run: 2, type: 'run-started', messages: [earlier.message.id] });
    expect(take).toEqual([earlier.id]);
    expect(put).toMatchObject([
      { due: NEXT_RUN, run: null, message },
      { run: 2, message: earlier.message },
    ]);
  });
});

describe('when a run has ended', () => {
  const [one, two] = ['one', 'two'].map((body) => mailTo('boss', userMessage(body), { due: NEXT_RUN, run: null }));

  test('waiting messages start runs one by one, in order of arrival', () => {
    const { entries, take, put } = decideNextRun(runningTask(), [two!, one!], 0);
    expect(entries).toMatchObject([{ messages: [one!.message.id] }]);
    expect(take).toEqual([one!.id]);
    expect(put).toMatchObject([{ run: 2, message: one!.message }]);
  });

  test('mail that the run left unread comes before them, all of it together', () => {
    const late = ['a', 'b'].map((body) => mailTo('boss', userMessage(body)));
    const { entries, take, put } = decideNextRun(runningTask(), [one!, ...late], 0);
    expect(entries).toMatchObject([{ messages: late.map((mail) => mail.message.id) }]);
    expect([take, put]).toEqual([undefined, undefined]);
  });
});
