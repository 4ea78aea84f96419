import { mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OWNER_VARIABLE } from '../../packages/agents/src/driving/process-owner.ts';
import { descendantsOf, isRunning } from '../../packages/agents/src/driving/process-table.ts';
import type { Loose } from '../../packages/server/src/__fixtures__/loose.ts';
import { type AgentProgram, startAgentProgram } from './__fixtures__/start-agent-program.ts';

/** Long enough for a busy machine. */
const TIMEOUT = { timeout: 60_000, interval: 20 };
const MINUTES = 300_000;
/** Several times what a server needs, and much less than what an agent floods it with. */
const SMALL_HEAP = 128;

/** Runs that do not end by themselves: of a program that does not listen, and of one that does. */
const ENDLESS = ['hang', 'interruptible'];

let folder: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-agents-'));
  database = join(folder, 'chat.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const say = (program: AgentProgram, agent: string, message: string, more: object = {}): Promise<Response> =>
  program.call('/chat', { method: 'POST', body: { sessionId: 's', agent, message, ...more } });
const read = async (program: AgentProgram, path: string): Promise<Loose> => (await program.call(path)).json();
const messagesOf = async (program: AgentProgram): Promise<Loose[]> =>
  (await read(program, '/chat/s/messages')).messages;
const textOf = ({ parts }: Loose): string =>
  parts.map((part: Loose) => (part.type === 'text' ? part.text : '')).join('');

/** What a server has started for agents; what watches over them does not carry the mark. */
const startedBy = (pid: number): number[] =>
  descendantsOf(pid).filter((each) => {
    try {
      return readFileSync(`/proc/${each}/environ`, 'utf8').includes(`${OWNER_VARIABLE}=`);
    } catch {
      // It is gone.
      return false;
    }
  });

/** The processes of agents, once there are any. */
async function agentsOf({ pid }: AgentProgram): Promise<number[]> {
  await expect.poll(() => startedBy(pid).length, TIMEOUT).toBeGreaterThan(0);
  return startedBy(pid);
}

async function gone(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning), TIMEOUT).toEqual([]);
}

describe(
  'the process of an agent',
  () => {
    test('a process that hangs ends after a stop, and another one answers', async () => {
      await using program = await startAgentProgram({ database });
      const running = await say(program, 'codex', 'hang');
      const pids = await agentsOf(program);
      expect(await (await program.call('/chat/s/stop', { method: 'POST' })).json()).toEqual({ stopped: true });
      expect(await running.text()).toContain('"type":"abort"');
      await gone(pids);
      expect(await (await say(program, 'codex', 'answer')).text()).toContain('"outcome":"complete"');
      expect((await messagesOf(program)).map(textOf)).toEqual(['hang', '', 'answer', 'Hello.']);
    });

    test('the process of an agent ends after an idle time, and comes back', async () => {
      await using program = await startAgentProgram({ database, idleMs: 50 });
      const first = await say(program, 'codex', 'interruptible');
      const pids = await agentsOf(program);
      await program.call('/chat/s/stop', { method: 'POST' });
      await first.text();
      await gone(pids);
      expect(await (await say(program, 'codex', 'answer')).text()).toContain('Hello.');
      await expect.poll(() => startedBy(program.pid), TIMEOUT).toEqual([]);
    });

    test.each(ENDLESS)(
      'the process of an agent ends with the server, also in the middle of a run (%s)',
      async (message) => {
        await using program = await startAgentProgram({ database });
        const running = await say(program, 'codex', message);
        const pids = await agentsOf(program);
        program.signal('SIGTERM');
        await program.ended;
        expect(pids.filter(isRunning)).toEqual([]);
        await running.text().catch(() => undefined);
        await using next = await startAgentProgram({ database });
        expect((await messagesOf(next)).at(-1)).toMatchObject({ metadata: { outcome: 'interrupted' } });
      },
    );
  },
  MINUTES,
);

describe('an agent program', () => {
  test(
    'unknown events and a failure are reported, and the agent is usable again',
    async () => {
      await using program = await startAgentProgram({ database });
      const strange = await (await say(program, 'codex', 'strange')).text();
      expect(strange).toContain('"outcome":"complete"');
      expect(strange).not.toContain('"type":"error"');
      const [, answer] = await messagesOf(program);
      expect(answer.parts.find(({ type }: Loose) => type === 'data-notice').data).toMatchObject({
        code: 'not_understood',
        text: expect.stringMatching(
          /^codex sent events that are not understood here and not shown: .*"weather\/changed"/,
        ),
        events: { 'weather/changed': 1, 'item/hologram': 1, 'unknown-call': 1 },
      });
      expect(answer.parts.map(({ type }: Loose) => type)).toEqual(['data-notice', 'step-start', 'text']);
      expect(textOf(answer)).toBe('All the same. ');

      const failed = await (await say(program, 'codex', 'strange failure')).text();
      expect(failed).toContain('{"type":"error","errorText":"too hot"}');
      const metadata = { outcome: 'failed', error: 'too hot', errorCode: 'agent_failed' };
      expect((await messagesOf(program)).at(-1)).toMatchObject({ metadata });

      // It exits in the middle of a turn, and the next message has a new process.
      const [before] = await agentsOf(program);
      expect(await (await say(program, 'codex', 'exit')).text()).toContain('out of ink');
      expect((await messagesOf(program)).at(-1)).toMatchObject({ metadata: { outcome: 'failed' } });
      expect(await (await say(program, 'codex', 'answer')).text()).toContain('Hello.');
      expect(await agentsOf(program)).not.toContain(before);
    },
    MINUTES,
  );
});

describe(
  'a server with a small heap',
  () => {
    const survived = async (program: AgentProgram, agent: string, message: string): Promise<Loose> => {
      // One reader takes everything, another one nothing; it is cut when it is too far behind.
      const reading = await say(program, agent, message);
      const stalled = await program.call('/chat/s/stream');
      await reading.text().catch(() => undefined);
      await expect.poll(async () => (await read(program, '/chat/sessions/s')).status, TIMEOUT).toBe('ready');
      await stalled.body?.cancel();
      return (await messagesOf(program)).at(-1)!;
    };
    const outputsOf = ({ parts }: Loose): string[] =>
      parts.flatMap((part: Loose) => ('output' in part ? [JSON.stringify(part.output)] : []));

    test('survives an agent whose calls print ten megabytes each', async () => {
      await using program = await startAgentProgram({ database, heap: SMALL_HEAP });
      const answer = await survived(program, 'flooder', 'flood 12');
      expect(answer).toMatchObject({ metadata: { outcome: 'complete' } });
      expect(outputsOf(answer)).toHaveLength(12);
      expect(Math.max(...outputsOf(answer).map(({ length }) => length))).toBeLessThan(1.1 * 2 ** 20);
      expect(await (await say(program, 'flooder', 'flood 0')).text()).toContain('That was all.');
    });

    test('survives a program that floods it', async () => {
      await using program = await startAgentProgram({ database, heap: SMALL_HEAP });
      const answer = await survived(program, 'codex', 'flood with results');
      expect(answer).toMatchObject({ metadata: { outcome: 'complete' } });
      expect(outputsOf(answer)).toHaveLength(5);
      expect(await (await say(program, 'codex', 'answer')).text()).toContain('Hello.');
    });

    test('a server with a small heap would not survive a program that kept everything', async () => {
      await using program = await startAgentProgram({ database, heap: SMALL_HEAP });
      await say(program, 'flooder', 'hoard 12').then(
        (response) => response.text().catch(() => undefined),
        () => undefined,
      );
      await program.ended;
      expect(program.complaints()).toContain('heap out of memory');
    });
  },
  MINUTES,
);

describe(
  'two processes on one file',
  () => {
    test('one of two processes runs a session: the other one says so, queues, streams and stops', async () => {
      await using one = await startAgentProgram({ database });
      await using two = await startAgentProgram({ database });
      const running = await say(one, 'clerk', 'wait');
      await expect.poll(async () => (await read(two, '/chat/sessions/s')).status, TIMEOUT).toBe('running');
      const refused = await say(two, 'clerk', 'hello', { whenBusy: 'reject' });
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'session_busy' }]);
      const resumed = await two.call('/chat/s/stream');
      const queued = await say(two, 'clerk', 'hello', { whenBusy: 'queue' });
      expect(await read(one, '/chat/sessions/s')).toMatchObject({ status: 'running', queue: [{}] });
      // What comes first ends what runs, and then what waited is answered.
      const first = await say(two, 'clerk', 'first', { whenBusy: 'interrupt' });
      expect(await first.text()).toContain('You said: fi');
      expect(await running.text()).toContain('"type":"abort"');
      expect(await resumed.text()).toContain('"type":"abort"');
      expect(await queued.text()).toContain('You said: he');
      const texts = ['wait', 'Once upon a time ', 'first', 'You said: first', 'hello', 'You said: hello'];
      for (const each of [one, two]) expect((await messagesOf(each)).map(textOf)).toEqual(texts);
    });

    test('two processes agree on who answers when both are asked at once, and treat the same message as one', async () => {
      await using one = await startAgentProgram({ database });
      await using two = await startAgentProgram({ database });
      const send = (program: AgentProgram, id: string): Promise<Response> =>
        program.call('/chat', {
          method: 'POST',
          body: { id: 's', agent: 'clerk', messages: [{ id, role: 'user', parts: [{ type: 'text', text: id }] }] },
        });
      const ids = ['u1', 'u2', 'u3', 'u1', 'u2', 'u3'];
      const answers = await Promise.all(ids.map((id, index) => send(index % 2 === 0 ? one : two, id)));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      for (const [index, id] of ids.entries()) expect(texts[index]).toContain(`"delta":"You said: ${id}"`);
      const messages = await messagesOf(two);
      expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 3 }, () => ['user', 'assistant']).flat());
      expect(messages.filter(({ role }) => role === 'user').map(({ id }) => id)).toHaveLength(new Set(ids).size);
    });

    test('a call can be approved at either of two processes, once', async () => {
      await using one = await startAgentProgram({ database });
      await using two = await startAgentProgram({ database });
      expect(await (await say(one, 'clerk', 'remove a.txt')).text()).toContain('"finishReason":"tool-calls"');
      const { approvals } = await read(two, '/chat/sessions/s');
      expect(approvals).toMatchObject([{ toolName: 'remove', input: { file: 'a.txt' } }]);
      const approve = (program: AgentProgram): Promise<Response> =>
        program.call(`/chat/s/approvals/${encodeURIComponent(approvals[0].approvalId)}`, {
          method: 'POST',
          body: { approved: true },
        });
      const answers = await Promise.all([approve(two), approve(one), approve(two)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(texts.join('')).toContain('Thank you.');
      await expect.poll(async () => (await read(two, '/chat/sessions/s')).status, TIMEOUT).toBe('ready');
      // And once more, from the one that the agent is not in.
      await (await say(one, 'clerk', 'remove b.txt')).text();
      const [second] = (await read(two, '/chat/sessions/s')).approvals;
      const answer = await two.call(`/chat/s/approvals/${encodeURIComponent(second.approvalId)}`, {
        method: 'POST',
        body: { approved: false, reason: 'It is mine.' },
      });
      const stream = await answer.text();
      expect(stream).toContain('"errorText":"It is mine."');
      expect(stream).toContain('[DONE]');
      expect((await messagesOf(two)).at(-1)).toMatchObject({ metadata: { outcome: 'complete' } });
    });
  },
  MINUTES,
);
