import { AgentRegistry } from '@posthouse/agents';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findInvalidMessages,
  readChunks,
  toComparable,
  versions,
} from '../../packages/chat/src/__fixtures__/ai-sdks.ts';
import { readRecordings, type RecordedRun } from '../../packages/agents/src/__fixtures__/read-recordings.ts';
import { replay } from '../../packages/agents/src/__fixtures__/replay.ts';
import type { UIChunk } from '../../packages/chat/src/chunks/ui-chunk.ts';
import { settleApprovals } from '../../packages/chat/src/messages/settle-approvals.ts';
import { closeChunks } from '../../packages/chat/src/agent-sessions/close-chunks.ts';
import { foldChunks } from '../../packages/chat/src/agent-sessions/fold-chunks.ts';

const adapters = join(import.meta.dirname, '../../packages/agents/src');
const traces = process.env.AGENT_TRACES;
const registry = new AgentRegistry();
const numRuns = process.env.TEST_FULL === '1' ? 1_000 : 60;
const text = 'The server was stopped.';

const rows = [
  { agent: 'claude', files: ['claude-agent-sdk.jsonl'] },
  { agent: 'codex', files: ['codex-app-server.jsonl'] },
  { agent: 'opencode', files: ['opencode.jsonl'] },
  { agent: 'pi', files: ['pi-earendil-0.87.1.jsonl', 'pi-mariozechner-0.73.1.jsonl'] },
];

/** What the next process makes of chunks that the one before had kept when it was killed. */
function closed(chunks: readonly UIChunk[], notice: { code: string; text: string } | undefined): UIChunk[] {
  const options = { callText: text, metadata: { outcome: 'interrupted' }, ...(notice && { notice }) };
  return [...chunks, ...closeChunks('message-1', chunks, options)];
}

describe.each(rows)('an answer of $agent', ({ agent, files }) => {
  const own = readRecordings(join(adapters, agent, '__fixtures__/recordings'));
  const runs = [...own, ...(traces === undefined ? [] : files.flatMap((file) => readRecordings(join(traces, file))))];
  const somewhere = { which: fc.nat(), where: fc.nat() };

  test('an answer killed at any chunk is stored as a valid message, the one that readers have', async () => {
    const adapter = await registry.load(agent);
    const streams = runs.map((run) => replay(adapter, run).chunks);
    const notice = fc.constantFrom(undefined, { code: 'interrupted', text });
    await fc.assert(
      fc.asyncProperty(fc.record({ ...somewhere, notice }), async ({ which, where, ...rest }) => {
        const chunks = streams[which % streams.length]!;
        const kept = chunks.slice(0, where % (chunks.length + 1));
        // As it stands when it waits for somebody, and as it is closed.
        for (const each of [kept, closed(kept, rest.notice)]) {
          expect(await findInvalidMessages([foldChunks(each)])).toEqual([]);
        }
        const stored = toComparable(foldChunks(closed(kept, rest.notice)));
        for (const version of versions) {
          expect(settleApprovals(await readChunks(version, closed(kept, rest.notice)))).toEqual(stored);
        }
      }),
      { numRuns, examples: [[{ which: 0, where: 0, notice: undefined }]] },
    );
  });

  test('an answer that was stopped, failed or broke off at any chunk is stored as a valid message', async () => {
    const adapter = await registry.load(agent);
    const ends: RecordedRun['end'][] = [
      { outcome: 'stopped' },
      { outcome: 'ended' },
      { outcome: 'failed', errorText: 'It broke.' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.record({ ...somewhere, end: fc.constantFrom(...ends) }), async ({ which, where, end }) => {
        const run = runs[which % runs.length]!;
        const events = run.events.slice(0, where % (run.events.length + 1));
        const { chunks } = replay(adapter, { ...run, events, end });
        expect(await findInvalidMessages([foldChunks(chunks)])).toEqual([]);
        // Whoever has read along need not ask for it again to send it on.
        for (const version of versions) {
          expect(await findInvalidMessages([settleApprovals(await readChunks(version, chunks))])).toEqual([]);
        }
      }),
      { numRuns, examples: ends.map((end) => [{ which: 0, where: 0, end }]) },
    );
  });
});
