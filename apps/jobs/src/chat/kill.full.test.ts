import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAgentFile } from './__fixtures__/agent-file.ts';
import { findInvalidMessages } from './__fixtures__/ai-clients.ts';
import { chunksOf, textIn } from './__fixtures__/chat-app.ts';
import { lastAsk, withEngines } from './__fixtures__/job-script.ts';
import { startJobs, TOKEN } from './__fixtures__/start-jobs.ts';
import type { Loose } from './__fixtures__/loose.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'jobs-kill-'));
  mkdirSync(join(dataDir, 'agents', 'jobs'), { recursive: true });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const KILLS = process.env.TEST_FULL === '1' ? 5 : 1;

/** Reads a stream until a text is in it. */
async function readUntil(response: Response, text: string): Promise<void> {
  const decoder = new TextDecoder();
  let seen = '';
  for await (const bytes of response.body!) {
    seen += decoder.decode(bytes, { stream: true });
    if (seen.includes(text)) return;
  }
  throw new Error(`The stream ended without ${text}: ${seen}`);
}

test(
  'a kill loses nothing that was acknowledged, and the conversation continues',
  { timeout: 180_000 + 30_000 * KILLS },
  async () => {
    // Each time it looks something up, begins to tell of it, and does not get to the end.
    await using llm = await startScriptedLLM({
      script: withEngines((request) => {
        const { text, results } = lastAsk(request);
        if (!text.startsWith('tell')) return { text: 'All well.' };
        if (results.length === 0) return { text: 'I look.', toolCalls: [{ name: 'resume_list', input: {} }] };
        return { text: 'There is nothing more', chunkSize: 8, fault: { kind: 'stall', afterChunks: 1 } };
      }),
    });
    const chat = { persist_interval_ms: 60_000, max_sessions: 10 };
    writeFileSync(join(dataDir, 'agents', 'jobs', 'agent.json'), JSON.stringify(toAgentFile(llm.url, { chat })));
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const say = (url: string, content: string): Promise<Response> => {
      const body = JSON.stringify({ messages: [{ role: 'user', content }], options: { conversationId: 'conv_1' } });
      return fetch(`${url}/jobs/chat`, { method: 'POST', headers, body });
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await using app = await startJobs(dataDir);
      await readUntil(await say(app.url, `tell ${kill}`), '"delta":"There is');
      await app.kill();
    }
    await using app = await startJobs(dataDir);
    const history = await fetch(`${app.url}/jobs/chat/history?conversationId=conv_1&limit=200`, { headers });
    const { messages, status } = (await history.json()) as { messages: Loose[]; status: string };
    expect(status).toBe('ready');
    expect(messages).toHaveLength(2 * KILLS);
    expect(await findInvalidMessages(messages)).toEqual([]);
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said).toEqual(Array.from({ length: KILLS }, (_, kill) => `tell ${kill + 1}`));
    for (const answer of messages.filter(({ role }) => role === 'assistant')) {
      expect(answer).toMatchObject({
        content: expect.stringContaining('I look.'),
        finishReason: 'aborted',
        toolCalls: [{ toolName: 'resume_list', state: 'result', result: { total: 0 } }],
      });
      // What is stored is closed: a page shows nothing that still moves.
      expect(answer.parts.filter(({ state }: { state?: string }) => state === 'streaming')).toEqual([]);
    }
    expect((await fetch(`${app.url}/jobs/chat/conv_1/stream`, { headers })).status).toBe(204);
    expect(textIn(await chunksOf(await say(app.url, 'How are you?')))).toBe('All well.');
    const last = llm.requests.at(-1)!;
    expect(last.messages.filter(({ role }) => role === 'user')).toHaveLength(KILLS + 1);
    expect(last.messages.flatMap(({ toolResults }) => toolResults)).toHaveLength(KILLS);
  },
);
