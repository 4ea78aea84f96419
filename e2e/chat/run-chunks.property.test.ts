import { isEntry, type RunEvent } from '@posthouse/protocol';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  findInvalidChunks,
  findInvalidMessages,
  readChunks,
  toComparable,
  versions,
} from '../../packages/chat/src/__fixtures__/ai-sdks.ts';
import { type MailRunState, startRun } from '../../packages/chat/src/run-messages/mail-run-state.ts';
import { toRunMessage, toUserMessages } from '../../packages/chat/src/run-messages/to-run-message.ts';
import { continueRun, finishPaused, translateRun } from '../../packages/chat/src/run-messages/translate-run.ts';
import type { UIChunk } from '../../packages/chat/src/chunks/ui-chunk.ts';
import { MessageAccumulator } from '../../packages/chat/src/messages/message-accumulator.ts';
import { settleApprovals } from '../../packages/chat/src/messages/settle-approvals.ts';
import type { CallPart, UIMessage } from '../../packages/chat/src/messages/ui-message.ts';
import { findOrderProblems } from './__fixtures__/find-order-problems.ts';
import { type RecordedRun, recordedRuns } from './__fixtures__/record-runs.ts';

let runs: RecordedRun[];
beforeAll(async () => {
  runs = await recordedRuns();
}, 600_000);

/** What is told of a run by these events, from its beginning or from where somebody is. */
function translate(events: Iterable<RunEvent>, from: MailRunState): { chunks: UIChunk[]; state: MailRunState } {
  let state = from;
  const chunks: UIChunk[] = [];
  for (const event of events) {
    const step = translateRun(state, event);
    state = step.state;
    chunks.push(...step.chunks);
  }
  return { chunks, state };
}

const chunksOf = (run: RecordedRun, events: Iterable<RunEvent> = run.events): UIChunk[] =>
  translate(events, startRun(run)).chunks;

const storedOf = (run: RecordedRun, events: readonly RunEvent[] = run.events): UIMessage =>
  toComparable(toRunMessage(events.filter(isEntry), run));

function accumulate(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return toComparable(accumulator.message);
}

/** A property of one of the runs. */
const ofRuns = <Given extends unknown[]>(
  given: { [Key in keyof Given]: fc.Arbitrary<Given[Key]> },
  check: (run: RecordedRun, ...values: Given) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.nat(), fc.tuple(...given), (number, values) =>
      check(runs[number % runs.length]!, ...(values as Given)),
    ),
  );

describe('any run', () => {
  test('any run is a stream that the oldest client accepts, chunk by chunk and in order', async () => {
    for (const run of runs) {
      const { chunks, state } = translate(run.events, startRun(run));
      expect(state.phase).toBe('ended');
      expect(await findInvalidChunks(chunks)).toEqual([]);
      expect(findOrderProblems(chunks)).toEqual([]);
      expect(chunks.at(-1)!.type).toBe('finish');
    }
  });

  test('any run is the same message live and from the log, whatever was heard of it while it was written', async () => {
    await ofRuns([fc.func(fc.boolean())], async (run, hears) => {
      const whole = accumulate(chunksOf(run));
      const heard = run.events.filter((event) => event.type !== 'token' || hears(event.offset, event.delta));
      expect(accumulate(chunksOf(run, heard))).toEqual(whole);
      expect(storedOf(run)).toEqual(settleApprovals(whole));
    });
  });

  test.each(versions)('any run is read by %s as we store it, also where it is cut off', async (version) => {
    await ofRuns([fc.nat()], async (run, place) => {
      const chunks = chunksOf(run);
      const cut = chunks.slice(0, 1 + (place % chunks.length));
      expect(await readChunks(version, cut)).toEqual(accumulate(cut));
      expect(settleApprovals(await readChunks(version, chunks))).toEqual(storedOf(run));
    });
  });

  test('any run is a valid message for every AI SDK, as far as its log goes', async () => {
    await ofRuns([fc.nat()], async (run, place) => {
      const entries = run.events.filter(isEntry);
      const known = entries.slice(0, 1 + (place % entries.length));
      const answer = toRunMessage(known, run);
      expect(answer !== undefined).toBe(known.some((entry) => entry.type === 'run-started' && entry.run === run.run));
      const messages = [...toUserMessages(known), ...(answer === undefined ? [] : [answer])];
      // No version takes a conversation in which nobody has said anything.
      expect(messages.length === 0 ? [] : await findInvalidMessages(messages)).toEqual([]);
    });
  });

  test('any run has every text of the log, in its order, and nothing open in the end', () => {
    for (const run of runs) {
      const message = toRunMessage(run.events.filter(isEntry), run)!;
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
      const { texts, outcome } = textsOf(run);
      expect(shown).toEqual(
        texts.some((text) => text.isOutcome) || outcome === undefined
          ? texts.map(toShown)
          : [...texts.map(toShown), { text: outcome, kind: 'answer', retracted: false }],
      );
      const calls = message.parts.filter((part): part is CallPart => part.type === 'dynamic-tool');
      expect(calls.filter(({ state }) => !state.startsWith('output-'))).toEqual([]);
    }
  });

  test('reports that it rests only when nothing of ours is being written', () => {
    for (const run of runs) {
      let state = startRun(run);
      for (const event of run.events) {
        ({ state } = translateRun(state, event));
        if (state.phase !== 'paused') continue;
        expect(state.texts.size).toBe(0);
        expect([...state.calls.values()].filter((call) => !call.isAsked && !call.isRemote)).toEqual([]);
      }
    }
  });

  test('translating a run does not change a state that was continued from', async () => {
    await ofRuns([fc.nat()], async (run, place) => {
      const at = place % run.events.length;
      const { state } = translate(run.events.slice(0, at), startRun(run));
      const before = structuredClone(state);
      const first = translate(run.events.slice(at), state);
      expect(state).toEqual(before);
      expect(translate(run.events.slice(at), state)).toEqual(first);
    });
  });
});

type LoggedText = { id: string; text: string; kind: string; retracted: boolean; isOutcome: boolean };
const toShown = ({ text, kind, retracted }: LoggedText) => ({ text, kind, retracted });

/** An answer that had to be JSON is the outcome without its blanks. */
const isSame = (text: string, outcome = ''): boolean => text === outcome || text.replaceAll(' ', '') === outcome;

/** The texts of a run in the order in which they begin, as a plain reading of its log has them. */
function textsOf({ events, run }: RecordedRun): { texts: LoggedText[]; outcome: string | undefined } {
  const texts = new Map<string, LoggedText>();
  const refused: string[] = [];
  let outcome: string | undefined;
  let isStopped = false;
  for (const entry of events) {
    if (!isEntry(entry) || entry.run !== run) continue;
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
  const chosen = standing.find(
    ({ id, text }) => isSame(text, outcome) && !refused.some((place) => id.startsWith(place)),
  );
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

describe('any pause', () => {
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

  /** Where a stream of the run ends for the first time because somebody is asked, if it does. */
  function findRest(run: RecordedRun): number | undefined {
    let state = startRun(run);
    for (const [index, event] of run.events.entries()) {
      ({ state } = translateRun(state, event));
      if (state.phase === 'paused' && run.events[index + 1]?.type !== 'paused') return index + 1;
    }
    return undefined;
  }

  test.each(versions)('any pause is continued by a client of %s with what it has', async (version) => {
    const paused = runs.flatMap((run) => {
      const at = findRest(run);
      return at === undefined ? [] : [{ run, at }];
    });
    expect(paused.length).toBeGreaterThan(runs.length / 8);
    for (const { run, at } of paused) {
      const { events } = run;
      const before = translate(events.slice(0, at), startRun(run));
      const first = [...before.chunks, ...finishPaused(before.state)];
      expect(await findInvalidChunks(first)).toEqual([]);
      expect(findOrderProblems(first)).toEqual([]);
      const message = await readChunks(version, first);
      expect(settleApprovals(message)).toEqual(storedOf(run, events.slice(0, at)));
      const asked = message.parts.filter((part) => part.type === 'dynamic-tool' && isOpen(part as CallPart));
      expect(asked.length).toBeGreaterThan(0);
      const whole = accumulate(chunksOf(run));
      const rest = [...continueRun(before.state), ...translate(events.slice(at), before.state).chunks];
      const known = [...before.state.calls].flatMap(([id, call]) => (call.isTold ? [id] : []));
      expect(findOrderProblems(rest, { known })).toEqual([]);
      const continued = await readChunks(version, rest, answer(message, whole));
      expect(withoutVerdicts(continued)).toEqual(whole);
    }
  });

  function isOpen({ state, providerExecuted }: CallPart): boolean {
    return state === 'approval-requested' || (state === 'input-available' && providerExecuted !== true);
  }
});
