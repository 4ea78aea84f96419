import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import type { Stage } from '../__fixtures__/stage.ts';
import {
  type AgentStage,
  chunksOf,
  createAgents,
  messageOf,
  messagesOf,
  openAgentStage,
  send,
  sessionOf,
  textOf,
} from './__fixtures__/agent-stage.ts';

type Approval = { approvalId: string; toolCallId: string; toolName: string; input: unknown };

/** Two processes on one store; in the first, an agent has asked for something. */
async function openTwo(store: Store): Promise<{ first: AgentStage; second: AgentStage; asked: Approval }> {
  const agents = createAgents();
  const first = await openAgentStage({ store, agents, node: 'first' });
  const second = await openAgentStage({ store, agents, node: 'second' });
  await chunksOf(send(first.stage, { sessionId: 's', message: 'a.txt', agent: 'asker' }));
  const [asked] = (await sessionOf(second.stage, 's')).approvals as Approval[];
  return { first, second, asked: asked! };
}

const approve = (stage: Stage, { approvalId }: Approval, body: object = { approved: true }): Promise<Response> =>
  stage.fetch(`/chat/s/approvals/${encodeURIComponent(approvalId)}`, { method: 'POST', body });

describe('a call that waits for approval in another process', () => {
  test('every process shows the call', async () => {
    await using store = await openStore('sqlite::memory:');
    const { first, second, asked } = await openTwo(store);
    await using _first = first;
    await using _second = second;
    expect(asked).toMatchObject({ toolName: 'remove', input: { file: 'a.txt' } });
    expect((await sessionOf(first.stage, 's')).approvals).toEqual([asked]);
    expect((await sessionOf(second.stage, 's')).status).toBe('paused');
  });

  test('the call is approved here, runs there, and its stream continues here', async () => {
    await using store = await openStore('sqlite::memory:');
    const { first, second, asked } = await openTwo(store);
    await using _first = first;
    await using _second = second;
    const chunks = await chunksOf(approve(second.stage, asked));
    const [, message] = await messagesOf(second.stage, 's');
    expect(chunks[0]).toEqual({ type: 'start', messageId: message!.id });
    expect(textOf(chunks)).toBe('Thank you.');
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'complete' } });
    expect(message!.parts).toContainEqual(expect.objectContaining({ state: 'output-available', output: 'removed' }));
    expect(await sessionOf(first.stage, 's')).toMatchObject({ status: 'ready' });
    const again = messageOf(await chunksOf(first.stage.fetch(`/chat/s/stream?message=${message!.id}`)));
    expect(again.parts.map(({ type }) => type)).toEqual(message!.parts.map(({ type }) => type));
  });

  test('a call that waits elsewhere can be denied here, with the reason', async () => {
    await using store = await openStore('sqlite::memory:');
    const { first, second, asked } = await openTwo(store);
    await using _first = first;
    await using _second = second;
    const chunks = await chunksOf(approve(second.stage, asked, { approved: false, reason: 'It is mine.' }));
    expect(chunks).toContainEqual(expect.objectContaining({ type: 'tool-output-error', errorText: 'It is mine.' }));
  });

  test('the call is answered by what an AI SDK client sends, and only for the input it showed', async () => {
    await using store = await openStore('sqlite::memory:');
    const { first, second } = await openTwo(store);
    await using _first = first;
    await using _second = second;
    const [, message] = await messagesOf(second.stage, 's');
    const answered = (changes: object) => ({
      id: 's',
      messages: [
        {
          ...message!,
          parts: message!.parts.map((part) =>
            'approval' in part
              ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: true }, ...changes }
              : part,
          ),
        },
      ],
    });
    for (const changes of [{ input: { file: '/etc/passwd' } }, { approval: { id: 'made-up', approved: true } }]) {
      const body = answered(changes);
      expect(await second.stage.call('/chat', { method: 'POST', body })).toMatchObject({
        status: 400,
        body: { code: 'call_not_found' },
      });
    }
    expect(textOf(await chunksOf(send(second.stage, answered({}))))).toBe('Thank you.');
  });

  test('the call is answered once, whichever process gets the answers', async () => {
    await using store = await openStore('sqlite::memory:');
    const { first, second, asked } = await openTwo(store);
    await using _first = first;
    await using _second = second;
    const stages = [second.stage, second.stage, first.stage, second.stage, first.stage];
    const answers = await Promise.all(stages.map(async (stage) => approve(stage, asked)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    await Promise.all(answers.map((answer) => answer.text()));
    const [, message] = await messagesOf(first.stage, 's');
    expect(message!.parts.filter(({ type }) => type === 'data-approval')).toHaveLength(1);
    expect((await approve(second.stage, asked)).status).toBe(400);
  });
});
