import { MessageAccumulator, newsToChunks, type UIChunk, type UIMessage } from '@posthouse/chat';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AiSdkName, aiSdks, readWith, refusalOf } from './__fixtures__/ai-sdk-readers.ts';
import { readRecordings, type RecordedRun } from './__fixtures__/read-recordings.ts';
import { replay, startReplay } from './__fixtures__/replay.ts';
import { type Said, saidByClaude, saidByCodex, saidByOpencode, saidByPi } from './__fixtures__/said.ts';
import { shownText } from './__fixtures__/shown-text.ts';
import type { AgentRunState, AnyAgentAdapter } from './agent-adapter.ts';
import { AgentRegistry } from './agent-registry.ts';

interface Row {
  readonly agent: string;
  /** Files of the folder that `AGENT_TRACES` names. */
  readonly traces: readonly string[];
  /** How many recordings of our own there are at least. */
  readonly atLeast: number;
  readonly said: (events: RecordedRun['events']) => Said;
}

const rows: readonly Row[] = [
  { agent: 'claude', traces: ['claude-agent-sdk.jsonl'], atLeast: 12, said: saidByClaude },
  { agent: 'codex', traces: ['codex-app-server.jsonl'], atLeast: 12, said: saidByCodex },
  { agent: 'opencode', traces: ['opencode.jsonl'], atLeast: 12, said: saidByOpencode },
  { agent: 'pi', traces: ['pi-earendil-0.87.1.jsonl', 'pi-mariozechner-0.73.1.jsonl'], atLeast: 24, said: saidByPi },
];

const sdkNames = Object.keys(aiSdks) as AiSdkName[];
const registry = new AgentRegistry();
const traces = process.env.AGENT_TRACES;

describe.each(rows)('recorded runs of $agent', ({ agent, traces: files, atLeast, said }) => {
  const own = readRecordings(join(import.meta.dirname, agent, '__fixtures__', 'recordings'));
  const given = traces === undefined ? [] : files.flatMap((file) => readRecordings(join(traces, file)));
  const runs = [...own, ...given];
  let adapter: AnyAgentAdapter;
  beforeAll(async () => {
    adapter = await registry.load(agent);
  });

  test('the recorded runs are enough, and those given are read where they are present', () => {
    expect(own.length).toBeGreaterThanOrEqual(atLeast);
    expect(given.length > 0).toBe(traces !== undefined);
  });

  test.each(runs)('$name: every reader accepts it, and all agree', async (run) => {
    const { chunks } = replay(adapter, run);
    expectOrder(chunks);
    const expected = accumulate(chunks);
    const errorTexts = chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.errorText] : []));
    for (const sdk of sdkNames) {
      const refusals = await Promise.all(chunks.map((chunk) => refusalOf(sdk, chunk)));
      expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([]);
      const { message, errors } = await readWith(sdk, chunks);
      expect(errors).toEqual(errorTexts);
      expect(comparable(message!)).toEqual(comparable(expected));
    }
  });

  test.each(runs)('$name: leaves nothing open', (run) => {
    const { parts } = accumulate(replay(adapter, run).chunks);
    const open = parts.filter(
      (part) => 'state' in part && !['done', 'output-available', 'output-error'].includes(part.state!),
    );
    expect(open).toEqual([]);
    expect(parts.filter((part) => 'preliminary' in part && part.preliminary === true)).toEqual([]);
    const nested = parts.flatMap((part) =>
      part.type === 'data-agent-part' ? [(part as NestedData).data.part.state] : [],
    );
    expect(nested.filter((state) => !['done', 'output-available', 'output-error'].includes(state))).toEqual([]);
    const agents = parts.flatMap((part) => (part.type === 'data-agent' ? [(part as AgentData).data.status] : []));
    expect(agents.filter((status) => status === 'running')).toEqual([]);
  });

  test.each(runs)('$name: contains nothing unknown to us', (run) => {
    const { parts } = accumulate(replay(adapter, run).chunks);
    expect(parts.filter((part) => part.type === 'data-notice')).toEqual([]);
  });

  test.each(runs)('$name: says what the program said', (run) => {
    const { text, isComplete } = said(run.events);
    const shown = shownText(accumulate(replay(adapter, run).chunks));
    const isAll = isComplete && run.end.outcome !== 'stopped';
    expect(isAll ? shown : shown.slice(0, text.length)).toBe(text);
  });

  test.each(runs)('$name: keeps nested agents out of the main text', (run) => {
    const message = accumulate(replay(adapter, run).chunks);
    const main = shownText(message).split('|');
    const nested = message.parts.flatMap((part) =>
      part.type === 'data-agent-part' && (part as NestedData).data.part.type === 'text'
        ? [(part as NestedData).data.part.text ?? '']
        : [],
    );
    expect(nested.filter((text) => main.includes(text))).toEqual([]);
  });

  test('reader and accumulator agree wherever a stream is cut', async () => {
    const translated = runs.map((run) => replay(adapter, run).chunks);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.constantFrom(...sdkNames), async (which, where, sdk) => {
        const chunks = translated[which % translated.length]!;
        const cut = chunks.slice(0, 1 + (where % chunks.length)).filter(({ type }) => type !== 'error');
        // Readers do not show that a step has begun before there is something in it; this makes them show all they have.
        const shown: UIChunk[] = [...cut, { type: 'message-metadata', messageMetadata: { cut: true } }];
        const { message } = await readWith(sdk, shown);
        expect(comparable(message!)).toEqual(comparable(accumulate(shown)));
      }),
    );
  });

  test('a translation can be resumed from any state, because states never change', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (which, where) => {
        const run = runs[which % runs.length]!;
        const cut = where % (run.events.length + 1);
        let state = startReplay(adapter);
        for (const event of run.events.slice(0, cut)) state = adapter.translate(event, state).state as AgentRunState;
        const goOn = (): UIChunk[] => {
          let next = state;
          const chunks: UIChunk[] = [];
          for (const event of run.events.slice(cut)) {
            const step = adapter.translate(event, next);
            chunks.push(...step.news.flatMap(newsToChunks));
            next = step.state as AgentRunState;
          }
          return [...chunks, ...adapter.finish(next, run.end).flatMap(newsToChunks)];
        };
        // Clocks go on between the two, and with them what counts as too soon to be shown.
        const first = goOn().filter((chunk) => !('preliminary' in chunk));
        expect(goOn().filter((chunk) => !('preliminary' in chunk))).toEqual(first);
      }),
    );
  });

  test('a run that breaks off anywhere is still closed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom('ended', 'stopped', 'failed'), (which, where, outcome) => {
        const run = runs[which % runs.length]!;
        const events = run.events.slice(0, where % (run.events.length + 1));
        const end = outcome === 'failed' ? { outcome, errorText: 'It broke.' } : { outcome };
        const { chunks } = replay(adapter, { ...run, events, end: end as RecordedRun['end'] });
        expectOrder(chunks);
        const { parts } = accumulate(chunks);
        expect(parts.filter((part) => 'state' in part && /stream|input-available|approval/.test(part.state!))).toEqual(
          [],
        );
      }),
    );
  });
});

type NestedData = { data: { part: { type: string; text?: string; state: string } } };
type AgentData = { data: { status: string } };

function accumulate(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return accumulator.message;
}

/** As it is stored and sent, without two keys that only newer readers add: ids of reasoning, and unparsed inputs. */
function comparable(message: UIMessage): unknown {
  const plain = JSON.parse(JSON.stringify(message)) as UIMessage;
  const parts = plain.parts.map((part) => {
    const { rawInput: _, ...rest } = part as { rawInput?: string; id?: string };
    if (part.type === 'reasoning') delete rest.id;
    return rest;
  });
  return { ...plain, parts };
}

/** One `start` first, one `finish` last, one `abort` or `error` at most. */
function expectOrder(chunks: readonly UIChunk[]): void {
  const types = chunks.map(({ type }) => type);
  expect(types[0]).toBe('start');
  expect(types.at(-1)).toBe('finish');
  expect(types.filter((type) => type === 'start')).toHaveLength(1);
  expect(types.filter((type) => type === 'finish')).toHaveLength(1);
  expect(types.filter((type) => type === 'abort' || type === 'error').length).toBeLessThanOrEqual(1);
}
