import { AgentSessions, createAgentSessionStore } from '@posthouse/chat';
import {
  type AgentNews,
  AgentRegistry,
  type AgentScript,
  type AgentStep,
  createScriptedAdapter,
} from '@posthouse/agents';
import { isEntry, type LogEntry, type RunEvent, type Telling } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { toComparable } from '../../packages/chat/src/__fixtures__/ai-sdks.ts';
import { answerNews } from '../../packages/chat/src/agent-sessions/__fixtures__/random-answers.ts';
import { toRunMessage } from '../../packages/chat/src/run-messages/to-run-message.ts';
import type { UIChunk } from '../../packages/chat/src/chunks/ui-chunk.ts';
import { FeedHub } from '../../packages/chat/src/feed/feed-hub.ts';
import { TaskSource } from '../../packages/chat/src/feed/task-source.ts';
import { MessageAccumulator } from '../../packages/chat/src/messages/message-accumulator.ts';
import { settleApprovals } from '../../packages/chat/src/messages/settle-approvals.ts';
import { RunSelection } from '../../packages/server/src/streams/run-selection.ts';
import { toBeginSSE, toTellingEncoding, toTellingWish } from '../../packages/server/src/streams/telling-encoding.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import {
  type Client,
  type Cursor,
  CutReader,
  toChatClient,
  toOpenChat,
  toTellingClient,
} from './__fixtures__/cut-reader.ts';
import { findOrderProblems } from './__fixtures__/find-order-problems.ts';
import { PlayedTask } from './__fixtures__/played-task.ts';
import { type RecordedRun, recordedRuns } from './__fixtures__/record-runs.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));
/** Within so many ticks a reader of a played task has read on to where it rests. */
const TICKS_TO_THE_END = 20;
/** A cut in the middle of an entry is rare, so a quick run takes more samples than usual. */
const numRuns = Math.max(200, fc.readConfigureGlobal().numRuns ?? 100);

let runs: RecordedRun[];
beforeAll(async () => {
  runs = await recordedRuns();
}, 600_000);

const cutsArbitrary = fc.array(
  fc.record({
    happen: fc.nat({ max: 5 }),
    ticks: fc.nat({ max: 3 }),
    // Numbers of floating point that are drawn are nearly all next to nothing.
    share: fc.nat({ max: 100 }).map((percent) => percent / 100),
    /** Reads to where somebody is asked; few numbers of events end there. */
    pauses: fc.nat({ max: 9 }).map((dice) => dice === 0),
  }),
  { maxLength: 30, size: 'max' },
);

/** Lets runs happen once more while a reader of theirs is cut off and comes back. */
async function playCut<Told>(
  toClient: () => Client<Told>,
  toOpen: (task: PlayedTask, run: RecordedRun) => (cursor: Cursor) => CollectingConnection,
  check: (cut: readonly Told[], run: RecordedRun, readUncut: () => Promise<readonly Told[]>) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.nat(), cutsArbitrary, async (number, cuts) => {
      const run = runs[number % runs.length]!;
      const task = new PlayedTask(run);
      const open = toOpen(task, run);
      const client = toClient();
      const reader = new CutReader(client, open);
      for (const { happen, ticks, share, pauses } of cuts) {
        reader.come();
        if (pauses) task.pause();
        else task.happen(happen);
        for (let count = 0; count < (pauses ? TICKS_TO_THE_END : ticks); count += 1) await tick();
        reader.cut(share);
      }
      task.happen(run.events.length);
      await reader.readOn();
      expect([task.errors, client.isDone]).toEqual([[], true]);
      await check(client.told, run, async () => {
        const uncut = toClient();
        await new CutReader(uncut, open).readOn();
        return uncut.told;
      });
    }),
    { numRuns },
  );
}

function accumulate(chunks: readonly UIChunk[]) {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return toComparable(settleApprovals(accumulator.message));
}

/** An agent that does the next things of a list when it is told to. */
function openPlayedAgent(database: Store, played: readonly AgentNews[]) {
  const gates = played.map(() => Promise.withResolvers<void>());
  let opened = 0;
  const script: AgentScript = async function* (): AsyncGenerator<AgentStep> {
    for (const [index, news] of played.entries()) {
      await gates[index]!.promise;
      yield { news };
    }
  };
  const registry = new AgentRegistry();
  registry.register('actor', createScriptedAdapter({ script }));
  const errors: unknown[] = [];
  const sessions = new AgentSessions({
    store: createAgentSessionStore(database),
    registry: async () => registry,
    onError: (error) => errors.push(error),
  });
  const happen = (count: number): void => {
    for (const gate of gates.slice(opened, opened + count)) gate.resolve();
    opened += count;
  };
  return { sessions, errors, happen };
}

/** An answer with longer words, so that they come in several frames. */
function stretch(news: readonly AgentNews[], times: number): AgentNews[] {
  return JSON.parse(JSON.stringify(news), (key, value: unknown) =>
    key === 'delta' && typeof value === 'string' ? [...value].map((each) => each.repeat(times)).join('') : value,
  ) as AgentNews[];
}

const textOf = (tellings: readonly Telling[]): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const telling of tellings) {
    if (telling.type !== 'text') continue;
    const { text, offset, delta } = telling;
    expect(offset).toBe(texts[text.id]?.length ?? 0);
    texts[text.id] = (texts[text.id] ?? '') + delta;
  }
  return texts;
};

describe('a reader that is cut off anywhere', () => {
  test('gets the same chunks in the same order as an uncut one', async () => {
    await playCut(toChatClient, toOpenChat, async (cut, run, readUncut) => {
      expect(findOrderProblems(cut)).toEqual([]);
      const finish = cut.at(-1) as { messageMetadata?: { outcome?: string; seq?: number } };
      const { outcome, seq = Number.POSITIVE_INFINITY } = finish.messageMetadata ?? {};
      const entries = run.events.filter((event): event is LogEntry => isEntry(event) && event.seq <= seq);
      expect(accumulate(cut)).toEqual(toComparable(toRunMessage(entries, run)));
      const isOther = ({ type }: UIChunk): boolean => type !== 'text-delta' && type !== 'reasoning-delta';
      const uncut = (await readUncut()).filter(isOther);
      // A message that ends with a question is continued in another stream.
      const told = (outcome === 'paused' ? cut.slice(0, -1) : cut).filter(isOther);
      expect(told).toEqual(outcome === 'paused' ? uncut.slice(0, told.length) : uncut);
    });
  });

  test('gets the same chunks of an agent as an uncut or a late one', async () => {
    const owner = { role: 'user', id: 'alice' } as const;
    const isOther = (chunk: UIChunk): boolean =>
      !('transient' in chunk) && !chunk.type.endsWith('-delta') && chunk.type !== 'start';
    await fc.assert(
      fc.asyncProperty(answerNews, cutsArbitrary, fc.constantFrom(1, 600), async (news, cuts, times) => {
        await using database = await openStore('sqlite::memory:');
        // The adapter itself begins and ends the message.
        const played = stretch(news, times);
        const agent = openPlayedAgent(database, played);
        await using sessions = agent.sessions;
        const message = { id: 'u1', parts: [{ type: 'text' as const, text: 'go' }] };
        const first = await sessions.send(owner, 's', { message, whenBusy: 'queue', begin: { agent: 'actor' } });
        const early = new CollectingConnection();
        void first.stream(early, early.leaving.signal);
        while (early.frames.length === 0) {
          agent.happen(1);
          await tick();
        }
        const { messageId } = early.chunks[0] as { messageId: string };
        const open = (cursor: Cursor): CollectingConnection => {
          const connection = new CollectingConnection();
          const leaving = connection.leaving.signal;
          void sessions
            .resume(owner, 's', messageId, cursor)
            .then((answer) => answer!.stream(connection, leaving))
            .catch(() => connection.drop());
          return connection;
        };
        const client = toChatClient();
        const reader = new CutReader(client, open);
        for (const { happen, ticks, share } of cuts) {
          reader.come();
          agent.happen(happen);
          for (let count = 0; count < ticks; count += 1) await tick();
          reader.cut(share);
        }
        agent.happen(played.length);
        await reader.readOn();
        await early.ended.promise;
        const late = toChatClient();
        await new CutReader(late, open).readOn();
        expect([agent.errors, client.isDone, late.isDone]).toEqual([[], true, true]);
        expect(client.told.filter(isOther)).toEqual(late.told.filter(isOther));
        expect(early.chunks.filter(isOther)).toEqual(late.told.filter(isOther));
        const { messages } = await sessions.messages(owner, 's', { limit: 2 });
        for (const told of [early.chunks, client.told, late.told]) {
          expect(accumulate(told)).toEqual(toComparable(messages[1]!));
        }
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  test('gets the same tellings in the same order as an uncut one', async () => {
    const toOpen = (played: PlayedTask, { taskId, run, after }: RecordedRun) => {
      const { engine, onError } = played.desk;
      const hub = new FeedHub<RunEvent, TaskSource>({
        stopping: engine.stopping,
        onError: (error, source) => onError(error, source.task),
      });
      return (cursor: Cursor) => {
        const connection = new CollectingConnection();
        const { task } = played;
        const { seen = 0, has } = cursor ?? {};
        const submitted = { taskId, run, messageId: 'm', after };
        const { leave } = hub.open({
          source: new TaskSource(played.desk, task),
          after,
          connection,
          encoding: toTellingEncoding(task),
          wish: toTellingWish(new RunSelection({ task, submitted }), { begin: toBeginSSE(submitted, seen), seen }),
          ...(has === undefined ? {} : { has }),
        });
        connection.leaving.signal.addEventListener('abort', leave);
        return connection;
      };
    };
    await playCut(toTellingClient, toOpen, async (cut, _, readUncut) => {
      const uncut = await readUncut();
      const isOther = ({ type }: Telling): boolean => type !== 'text';
      expect(cut.filter(isOther)).toEqual(uncut.filter(isOther));
      expect(textOf(cut)).toEqual(textOf(uncut));
    });
  });
});
