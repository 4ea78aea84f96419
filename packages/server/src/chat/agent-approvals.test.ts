import type { UIMessage } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import type { Stage } from '../__fixtures__/stage.ts';
import { chunksOf, messagesOf, openAgentStage, send, sessionOf, textOf } from './__fixtures__/agent-stage.ts';

type Call = { toolCallId: string; input: unknown; approval: { id: string } };

/** Asks for something that needs a yes, and gives the message that waits for it. */
async function ask(stage: Stage): Promise<{ message: UIMessage; call: Call }> {
  const chunks = await chunksOf(send(stage, { sessionId: 's', message: 'a.txt', agent: 'asker' }));
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
  const message = (await messagesOf(stage, 's')).at(-1)!;
  return { message, call: message.parts.find((part) => 'toolCallId' in part) as unknown as Call };
}

/** What a client sends when somebody has answered. */
function answered(message: UIMessage, { approved = true, ...changes }: Record<string, unknown> = {}) {
  const parts = message.parts.map((part) =>
    'approval' in part
      ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved }, ...changes }
      : part,
  );
  return { id: 's', messages: [{ ...message, parts }] };
}

const approve = (stage: Stage, id: string, body: object = { approved: true }): Promise<Response> =>
  stage.fetch(`/chat/s/approvals/${encodeURIComponent(id)}`, { method: 'POST', body });

describe('a call that needs approval', () => {
  test('a call that needs approval ends the stream and waits', async () => {
    await using it = await openAgentStage();
    const { call } = await ask(it.stage);
    expect(call).toMatchObject({ state: 'approval-requested', input: { file: 'a.txt' } });
    expect(await sessionOf(it.stage, 's')).toMatchObject({
      status: 'paused',
      approvals: [{ approvalId: call.approval.id, toolCallId: call.toolCallId, toolName: 'remove', input: call.input }],
    });
    expect((await it.stage.fetch('/chat/s/stream')).status).toBe(204);
    expect((await it.stage.call('/chat/s/messages')).body.status).toBe('paused');
  });

  test('an approved call runs, and the same message continues', async () => {
    await using it = await openAgentStage();
    const { message } = await ask(it.stage);
    const chunks = await chunksOf(send(it.stage, answered(message)));
    expect(chunks[0]).toEqual({ type: 'start', messageId: message.id });
    expect(textOf(chunks)).toBe('Thank you.');
    const [, whole] = await messagesOf(it.stage, 's');
    expect(whole!.id).toBe(message.id);
    expect(whole!.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'May I? ' },
      { type: 'dynamic-tool', state: 'output-available', output: 'removed', approval: { approved: true } },
      { type: 'step-start' },
      { type: 'data-approval', data: { approved: true } },
      { type: 'step-start' },
      { type: 'text', text: 'Thank you.' },
    ]);
    expect(await sessionOf(it.stage, 's')).toMatchObject({ status: 'ready' });
  });

  test('a call does not run when it is denied', async () => {
    await using it = await openAgentStage();
    const { call } = await ask(it.stage);
    const chunks = await chunksOf(approve(it.stage, call.approval.id, { approved: false, reason: 'It is mine.' }));
    expect(chunks).toContainEqual(expect.objectContaining({ type: 'tool-output-error', errorText: 'It is mine.' }));
    const [, message] = await messagesOf(it.stage, 's');
    expect(message!.parts).toContainEqual(expect.objectContaining({ state: 'output-error', errorText: 'It is mine.' }));
    expect(message!.parts).toContainEqual(
      expect.objectContaining({ type: 'data-approval', data: expect.objectContaining({ approved: false }) }),
    );
  });

  test('a call is approved once, by its own id, for the input that was shown', async () => {
    await using it = await openAgentStage();
    const { message, call } = await ask(it.stage);
    const refused = [
      answered(message, { input: { file: '/etc/passwd' } }),
      answered(message, { toolCallId: 'another-call' }),
      answered(message, { approval: { id: 'made-up', approved: true } }),
      answered({ ...message, id: 'another-message' }),
      { id: 's', messages: [message] },
    ];
    for (const body of refused) {
      const answer = await it.stage.call('/chat', { method: 'POST', body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_not_found' } });
    }
    expect((await approve(it.stage, 'made-up')).status).toBe(400);
    expect((await approve(it.stage, call.approval.id, { approved: 'yes' })).status).toBe(400);
    expect((await sessionOf(it.stage, 's')).status).toBe('paused');
    const both = await Promise.all([approve(it.stage, call.approval.id), approve(it.stage, call.approval.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    await Promise.all(both.map((response) => response.text()));
    const replayed = await it.stage.call('/chat', { method: 'POST', body: answered(message) });
    expect(replayed).toMatchObject({ status: 400, body: { code: 'call_not_found' } });
    expect((await messagesOf(it.stage, 's'))[1]).toMatchObject({ metadata: { outcome: 'complete' } });
  });

  test('a call cannot be approved by another caller', async () => {
    await using it = await openAgentStage();
    const { call } = await ask(it.stage);
    const path = `/chat/s/approvals/${encodeURIComponent(call.approval.id)}`;
    expect((await it.stage.call(path, { as: 'bob', body: { approved: true } })).status).toBe(404);
  });

  test('an open approval is closed when the user sends another message instead', async () => {
    await using it = await openAgentStage();
    const { call } = await ask(it.stage);
    const chunks = await chunksOf(send(it.stage, { sessionId: 's', message: 'b.txt' }));
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'tool-calls' });
    const messages = await messagesOf(it.stage, 's');
    expect(messages).toHaveLength(4);
    expect(messages[1]!.parts).toContainEqual(
      expect.objectContaining({ toolCallId: call.toolCallId, state: 'output-error' }),
    );
    expect((await approve(it.stage, call.approval.id)).status).toBe(400);
    const [waiting] = (await sessionOf(it.stage, 's')).approvals;
    await chunksOf(approve(it.stage, waiting.approvalId));
    expect((await messagesOf(it.stage, 's'))[3]).toMatchObject({ metadata: { outcome: 'complete' } });
  });

  test('an open approval is closed when the session is stopped', async () => {
    await using it = await openAgentStage();
    const { call } = await ask(it.stage);
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    const [, message] = await messagesOf(it.stage, 's');
    expect(message).toMatchObject({ metadata: { outcome: 'stopped' } });
    expect(message!.parts).toContainEqual(
      expect.objectContaining({ toolCallId: call.toolCallId, state: 'output-error' }),
    );
    expect(await sessionOf(it.stage, 's')).toMatchObject({ status: 'ready' });
  });
});
