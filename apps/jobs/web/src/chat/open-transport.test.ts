import { Refusal, Server } from '@posthouse/components';
import { expect, test, vi } from 'vitest';
import type { ChatMessage } from './chat-message.ts';
import { openTransport } from './open-transport.ts';

const question = (id: string, text: string): ChatMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] });

function open(answer: Response) {
  const fetched = vi.fn<typeof fetch>(async () => answer);
  const server = new Server({
    base: 'http://here',
    token: 'secret',
    fetch: fetched,
    headers: () => ({ 'Accept-Language': 'zh' }),
  });
  const onNothingToResume = vi.fn<() => void>();
  const transport = openTransport({ server, context: () => ({ jobId: 7 }), onNothingToResume });
  return { fetched, server, transport, onNothingToResume };
}

const stream = (): Response => new Response('data: [DONE]\n\n', { headers: { 'Content-Type': 'text/event-stream' } });
const request = (messages: ChatMessage[]) => ({
  trigger: 'submit-message' as const,
  chatId: 'c/1',
  messageId: undefined,
  messages,
  abortSignal: undefined,
});

test('the transport sends only new messages, with their context', async () => {
  const { fetched, server, transport } = open(stream());
  using _ = server;
  await transport.sendMessages(request([question('q1', 'Earlier'), question('q2', 'Now')]));
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('http://here/jobs/chat');
  expect(init?.method).toBe('POST');
  expect(init?.headers).toMatchObject({ Authorization: 'Bearer secret', 'Accept-Language': 'zh' });
  expect(JSON.parse(init?.body as string)).toEqual({
    id: 'c/1',
    messages: [question('q2', 'Now')],
    context: { jobId: 7 },
  });
});

test('the transport reports a refusal of the app', async () => {
  const { server, transport } = open(Response.json({ error: 'Busy.', code: 'conversation_busy' }, { status: 409 }));
  using _ = server;
  const refusal = await transport.sendMessages(request([question('q', 'Now')])).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ status: 409, code: 'conversation_busy', message: 'Busy.' });
});

test('the transport says when there is no answer to continue', async () => {
  const { fetched, server, transport, onNothingToResume } = open(new Response(null, { status: 204 }));
  using _ = server;
  expect(await transport.reconnectToStream({ chatId: 'c1' })).toBeNull();
  expect(fetched.mock.calls[0]![0]).toBe('http://here/jobs/chat/c1/stream');
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'GET' });
  expect(onNothingToResume).toHaveBeenCalledOnce();
});

test('the transport continues an answer that is being written', async () => {
  const { server, transport, onNothingToResume } = open(stream());
  using _ = server;
  expect(await transport.reconnectToStream({ chatId: 'c1' })).toBeInstanceOf(ReadableStream);
  expect(onNothingToResume).not.toHaveBeenCalled();
});
