import type { NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { agentMessage, userMessage } from '../__fixtures__/decision-state.ts';
import {
  agentAddress,
  composeCompletion,
  composeResponse,
  composeSystemResponse,
} from '../messages/compose-messages.ts';
import { DEFAULT_LIMITS, exceededLimit, limitsOf, lowerLimits } from './limits.ts';
import { RequestBook } from './request-book.ts';
import { RunLedger } from './run-ledger.ts';

const place = { taskId: 't', swarm: 'desk' };
const said = (message: ReturnType<typeof userMessage>, agent?: string): NewEntry => ({
  run: 1,
  ...(agent === undefined ? {} : { agent, turn: 1 }),
  type: 'message',
  to: 'boss',
  message,
});

function ledgerOf(...entries: NewEntry[]): RunLedger {
  const ledger = new RunLedger({ lastTurn: 10, agents: ['old'] });
  for (const entry of entries) ledger.enter(entry);
  return ledger;
}

const text = { agent: 'math', turn: 11, attempt: 1, part: 0, kind: 'text' as const };
const begun: NewEntry = { run: 1, agent: 'math', turn: 11, type: 'text-started', attempt: 1, part: 0, kind: 'text' };

describe('the ledger of a run', () => {
  test('knows which texts have begun, and which were written or abandoned', () => {
    expect(ledgerOf(begun).begun).toEqual([{ ...text, text: '' }]);
    expect(ledgerOf(begun).isSettled({ ...text, text: 'x' })).toBe(false);
    for (const type of ['text-written', 'text-abandoned'] as const) {
      const parts = [{ ...text, text: 'x' }];
      const ledger = ledgerOf(begun, { run: 1, agent: 'math', turn: 11, type, attempt: 1, parts });
      expect([ledger.begun, ledger.isSettled(parts[0]!)]).toEqual([[], true]);
    }
    expect(ledgerOf().isSettled({ ...text, text: 'x' })).toBe(false);
  });

  test('a turn that has only begun a text does not count', () => {
    const ledger = ledgerOf(begun);
    expect([ledger.lastTurn, ledger.turns, [...ledger.agents]]).toEqual([10, 0, ['old']]);
  });

  test('counts messages of people and agents, whatever the subject', () => {
    const ledger = ledgerOf(
      said(userMessage()),
      said(agentMessage('boss', 'math')),
      said(agentMessage('math', 'boss', '::maximum_steps_reached::')),
      said(composeSystemResponse(place, 'boss', { subject: '::help::', body: '' })),
      said(composeCompletion(place, 'boss', 'done')),
    );
    expect(ledger.messages).toBe(3);
  });

  test('adds up tokens and cost', () => {
    const usage = {
      run: 1,
      type: 'usage' as const,
      model: 'm',
      usage: { inputTokens: 10, outputTokens: 5, cost: 0.25 },
    };
    expect(ledgerOf(usage, usage)).toMatchObject({ tokens: 30, cost: 0.5 });
  });

  test('counts turns from the start of the run, and remembers whose they were', () => {
    const notice = (agent: string, turn: number): NewEntry => ({
      run: 1,
      agent,
      turn,
      type: 'notice',
      code: 'x',
      text: '',
    });
    const ledger = ledgerOf(notice('boss', 11), notice('math', 12), notice('boss', 11));
    expect([ledger.turns, ledger.lastTurn, [...ledger.agents]]).toEqual([2, 12, ['old', 'boss', 'math']]);
  });

  test('knows which messages started the run', () => {
    expect(ledgerOf().startedBy).toEqual([]);
    expect(ledgerOf({ run: 1, type: 'run-started', answerId: 'a', messages: ['m'] }).startedBy).toEqual(['m']);
  });

  test('knows what the entrypoint was asked', () => {
    expect(ledgerOf({ run: 1, type: 'notice', code: 'stalled', text: '' }).prompted).toBe(true);
    expect(ledgerOf({ run: 1, type: 'notice', code: 'limit_reached', text: 'enough' }).closing).toBe('enough');
  });
});

describe('a limit', () => {
  const run = { run: 1, entrypoint: 'boss', startedAt: 0, startSeq: 0 };

  test('allows exactly as much as it says', () => {
    const two = ledgerOf(said(userMessage()), said(userMessage()));
    expect(exceededLimit(run, two, { messages: 2 }, { now: 0 })).toBeUndefined();
    expect(exceededLimit(run, two, { messages: 1 }, { now: 0 })).toBe('the run has reached its limit of 1 messages');
  });

  test.each([
    [{ milliseconds: 50 }, 'milliseconds'],
    [{ turns: 0 }, 'turns'],
    [{ tokens: 1 }, 'tokens'],
    [{ cost: 0.1 }, 'cost'],
  ])('a limit is reached: %j', (limits, name) => {
    const usage: NewEntry = {
      run: 1,
      agent: 'a',
      turn: 11,
      type: 'usage',
      model: 'm',
      usage: { inputTokens: 1, outputTokens: 1, cost: 1 },
    };
    expect(exceededLimit(run, ledgerOf(usage), limits, { now: 51 })).toContain(name);
  });

  test('a limit of the run wins over that of the swarm', () => {
    expect(limitsOf({ messages: 15, turns: 3 }, { ...run, limits: { messages: 2 } })).toEqual({
      ...DEFAULT_LIMITS,
      messages: 2,
      turns: 3,
    });
  });

  test('a caller can only lower a limit, below that of the swarm or the default', () => {
    const asked = { messages: 5, turns: 500, tokens: 7, textBytes: 10 };
    expect(lowerLimits({ messages: 2 }, asked)).toEqual({ messages: 2, turns: 100, tokens: 7, textBytes: 10 });
  });

  test('undefined sets no limit', () => {
    expect(limitsOf({ turns: undefined }, { limits: { turns: undefined } as never })).toEqual(DEFAULT_LIMITS);
    expect(lowerLimits({}, { turns: undefined, tokens: 7 })).toStrictEqual({ tokens: 7 });
  });
});

describe('the book of requests', () => {
  const asked = agentMessage('boss', 'math');
  const idOf = (message: typeof asked) => (message.message as { requestId: string }).requestId;
  const answer = (to: typeof asked) =>
    composeResponse(place, {
      sender: agentAddress('math'),
      recipient: 'boss',
      subject: 'r',
      body: '',
      requestId: idOf(to),
    });

  test('closes a request with its response', () => {
    const book = new RequestBook();
    book.note(asked);
    expect([book.awaits('boss'), book.askersOf('math')]).toEqual([true, ['boss']]);
    book.note(answer(asked));
    expect([book.awaits('boss'), book.askersOf('math'), book.newest('boss', 'math')]).toEqual([false, [], undefined]);
  });

  test('ignores responses to nothing, and requests of people', () => {
    const book = new RequestBook();
    book.note(answer(asked));
    book.note(userMessage());
    expect(book.askersOf('boss')).toEqual([]);
  });

  test('forgets the oldest between agents that only ask', () => {
    const book = new RequestBook();
    const all = Array.from({ length: 300 }, () => agentMessage('boss', 'math'));
    for (const each of all) book.note(each);
    expect(book.newest('boss', 'math')?.requestId).toBe(idOf(all.at(-1)!));
    for (const each of all.slice(200)) book.note(answer(each));
    expect(book.awaits('boss')).toBe(false);
  });
});
