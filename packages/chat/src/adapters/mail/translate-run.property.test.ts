import type { LogEntry, RunEvent } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInvalidChunks, readChunks, toComparable, versions } from '../../__fixtures__/ai-sdks.ts';
import { findOrderProblems } from '../../__fixtures__/find-order-problems.ts';
import type { UIChunk } from '../../chunks/ui-chunk.ts';
import { MessageAccumulator } from '../../messages/message-accumulator.ts';
import { settleApprovals } from '../../messages/settle-approvals.ts';
import type { CallPart, UIMessage } from '../../messages/ui-message.ts';
import { options, runArbitrary } from './__fixtures__/run-play.ts';
import { type RunState, startRun } from './run-state.ts';
import { toRunMessage } from './to-run-message.ts';
import { continueRun, finishPaused, translateRun } from './translate-run.ts';

const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);
const isEntry = (event: RunEvent): event is LogEntry => event.type !== 'token';

function translateAll(
  events: Iterable<RunEvent>,
  from: RunState = startRun(options),
): { chunks: UIChunk[]; state: RunState } {
  let state = from;
  const chunks: UIChunk[] = [];
  for (const event of events) {
    const step = translateRun(state, event);
    state = step.state;
    chunks.push(...step.chunks);
  }
  return { chunks, state };
}

function accumulate(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return toComparable(accumulator.message);
}

describe('a run, whatever happens in it', () => {
  test('is a stream that the oldest client accepts, chunk by chunk and in order', async () => {
    await fc.assert(
      fc.asyncProperty(runArbitrary, async (events) => {
        const { chunks, state } = translateAll(events);
        expect(state.phase).toBe('ended');
        expect(await findInvalidChunks(chunks)).toEqual([]);
        expect(findOrderProblems(chunks)).toEqual([]);
        expect(chunks.at(-1)!.type).toBe('finish');
      }),
    );
  });

  test('is the same message live and from the log, whatever was heard of it while it was written', () => {
    fc.assert(
      fc.property(runArbitrary, fc.func(fc.boolean()), (events, hears) => {
        const whole = accumulate(translateAll(events).chunks);
        const heard = events.filter((event) => isEntry(event) || hears(event.offset, event.delta));
        expect(accumulate(translateAll(heard).chunks)).toEqual(whole);
        expect(toComparable(toRunMessage(events.filter(isEntry), options))).toEqual(settleApprovals(whole));
      }),
    );
  });

  test.each(versions)('is read by %s as we store it, also where it is cut off', async (version) => {
    await fc.assert(
      fc.asyncProperty(runArbitrary, fc.nat(), async (events, place) => {
        const { chunks } = translateAll(events);
        const cut = chunks.slice(0, 1 + (place % chunks.length));
        expect(await readChunks(version, cut)).toEqual(accumulate(cut));
        const stored = toComparable(toRunMessage(events.filter(isEntry), options));
        expect(settleApprovals(await readChunks(version, chunks))).toEqual(stored);
      }),
      { numRuns },
    );
  });

  test('has every text of the log, in its order, and nothing open in the end', () => {
    fc.assert(
      fc.property(runArbitrary, (events) => {
        const message = toRunMessage(events.filter(isEntry), options)!;
        const shown = message.parts.flatMap((part) => {
          if (part.type !== 'text' && part.type !== 'reasoning') return [];
          expect(part.state).toBe('done');
          const { text, providerMetadata } = part as unknown as {
            text: string;
            providerMetadata: { mail: { retracted?: boolean; kind: string } };
          };
          const { retracted = false, kind } = providerMetadata.mail;
          return [{ text, kind, retracted }];
        });
        const { texts, outcome } = textsOf(events.filter(isEntry));
        expect(shown).toEqual(
          texts.some((text) => text.isOutcome) || outcome === undefined
            ? texts.map(toShown)
            : [...texts.map(toShown), { text: outcome, kind: 'answer', retracted: false }],
        );
        const calls = message.parts.filter((part): part is CallPart => part.type === 'dynamic-tool');
        expect(calls.filter(({ state }) => !state.startsWith('output-'))).toEqual([]);
      }),
    );
  });

  test('tells that it rests only when nothing of ours is being written', () => {
    fc.assert(
      fc.property(runArbitrary, (events) => {
        let state = startRun(options);
        for (const event of events) {
          ({ state } = translateRun(state, event));
          if (state.phase !== 'paused') continue;
          expect(state.texts.size).toBe(0);
          expect([...state.calls.values()].filter((call) => !call.isAsked && !call.isRemote)).toEqual([]);
        }
      }),
    );
  });

  test('does not change a state that was gone on from', () => {
    fc.assert(
      fc.property(runArbitrary, fc.nat(), (events, place) => {
        const at = place % events.length;
        const { state } = translateAll(events.slice(0, at));
        const before = structuredClone(state);
        const first = translateAll(events.slice(at), state);
        expect(state).toEqual(before);
        expect(translateAll(events.slice(at), state)).toEqual(first);
      }),
    );
  });
});

type LoggedText = { id: string; text: string; kind: string; retracted: boolean; isOutcome: boolean };
const toShown = ({ text, kind, retracted }: LoggedText) => ({ text, kind, retracted });

/** The texts of a run in the order in which they begin, as a plain reading of its log has them. */
function textsOf(entries: readonly LogEntry[]): { texts: LoggedText[]; outcome: string | undefined } {
  const texts = new Map<string, LoggedText>();
  const refused: string[] = [];
  let outcome: string | undefined;
  let isStopped = false;
  for (const entry of entries) {
    if (entry.run !== options.run) continue;
    const fact = entry.type === 'remote' ? entry.fact : entry;
    const begin = (id: string, kind: string) =>
      texts.get(id) ?? { id, kind, text: '', retracted: false, isOutcome: false };
    if (fact.type === 'text-started') {
      const id = `${entry.agent}/${entry.turn}/${fact.attempt}/${fact.part}`;
      texts.set(id, begin(id, fact.kind));
    } else if (fact.type === 'text-written' || fact.type === 'text-abandoned') {
      for (const { agent, turn, attempt, part, kind, text } of fact.parts) {
        const id = `${agent}/${turn}/${attempt}/${part}`;
        texts.set(id, { ...begin(id, kind), text, retracted: fact.type === 'text-abandoned' });
      }
    } else if (fact.type === 'call-ended' && fact.tool === 'task_complete' && fact.result.status !== 'success') {
      refused.push(`${entry.agent}/${entry.turn}/`);
    } else if (entry.type === 'run-ended') {
      if (entry.outcome === 'complete') outcome = entry.text;
      isStopped = entry.outcome === 'cancelled';
    }
  }
  const isOurs = ({ id }: LoggedText) => !id.includes('@');
  const standing = [...texts.values()].filter((text) => text.kind === 'answer' && isOurs(text) && !text.retracted);
  const chosen = standing.find(({ id, text }) => text === outcome && !refused.some((place) => id.startsWith(place)));
  // A stop leaves what was shown; only what was refused before does not stand.
  const isDown = (text: LoggedText) => text.retracted || (text !== chosen && !isStopped);
  for (const place of refused) {
    const first = standing.find((text) => text.id.startsWith(place) && !text.retracted);
    if (first !== undefined) first.retracted = true;
  }
  for (const text of standing) text.retracted = isDown(text);
  if (chosen !== undefined) chosen.isOutcome = true;
  return { texts: [...texts.values()], outcome };
}

describe('a pause', () => {
  /** What a client does to its copy of the message before it sends it back. */
  function answer(message: UIMessage, replayed: UIMessage): UIMessage {
    const parts = message.parts.map((part) => {
      if (part.type !== 'dynamic-tool') return part;
      const { toolCallId, state } = part as CallPart;
      const later = replayed.parts.find((each) => (each as CallPart).toolCallId === toolCallId) as CallPart;
      if (state === 'approval-requested') {
        const approval = { ...(part as CallPart).approval!, approved: true };
        return { ...(part as CallPart), state: 'approval-responded' as const, approval };
      }
      if (state !== 'input-available' || (part as CallPart).providerExecuted === true) return part;
      return { ...(part as CallPart), state: 'output-available' as const, output: later.output ?? null };
    });
    return { ...message, parts };
  }

  const withoutVerdicts = (message: UIMessage): UIMessage => ({
    ...message,
    parts: message.parts.map((part) => {
      const { approval, ...rest } = part as CallPart;
      return approval === undefined ? part : ({ ...rest, approval: { id: approval.id } } as CallPart);
    }),
  });

  test.each(versions)('is gone on from by a client of %s with what it has', async (version) => {
    let pauses = 0;
    await fc.assert(
      fc.asyncProperty(runArbitrary, async (events) => {
        const rests: number[] = [];
        let state = startRun(options);
        for (const [index, event] of events.entries()) {
          ({ state } = translateRun(state, event));
          if (state.phase === 'paused' && events[index + 1]?.type !== 'paused') rests.push(index + 1);
        }
        const at = rests[0];
        if (at === undefined) return;
        pauses += 1;
        const before = translateAll(events.slice(0, at));
        const first = [...before.chunks, ...finishPaused(before.state)];
        expect(await findInvalidChunks(first)).toEqual([]);
        expect(findOrderProblems(first)).toEqual([]);
        const message = await readChunks(version, first);
        const stored = toComparable(toRunMessage(events.slice(0, at).filter(isEntry), options));
        expect(settleApprovals(message)).toEqual(stored);
        const asked = message.parts.filter((part) => part.type === 'dynamic-tool' && isOpen(part as CallPart));
        expect(asked.length).toBeGreaterThan(0);
        const whole = accumulate(translateAll(events).chunks);
        const rest = [...continueRun(before.state), ...translateAll(events.slice(at), before.state).chunks];
        const known = [...before.state.calls].flatMap(([id, call]) => (call.isTold ? [id] : []));
        expect(findOrderProblems(rest, { known })).toEqual([]);
        const continued = await readChunks(version, rest, answer(message, whole));
        expect(withoutVerdicts(continued)).toEqual(whole);
      }),
      { numRuns: numRuns * 4 },
    );
    expect(pauses).toBeGreaterThan(numRuns / 4);
  });

  function isOpen({ state, providerExecuted }: CallPart): boolean {
    return state === 'approval-requested' || (state === 'input-available' && providerExecuted !== true);
  }
});
