import { expect, test } from 'vitest';
import { newest, newest6, oldest6 } from './__fixtures__/ai-sdks.ts';
import { ChatServer, cut, tell } from './__fixtures__/chat-server.ts';
import { MailChatTransport } from './mail-chat-transport.ts';

const start = { type: 'start', messageId: 'a1' };
const open = { type: 'text-start', id: 't' };
const text = (delta: string) => ({ type: 'text-delta', id: 't', delta });
const end = [{ type: 'text-end', id: 't' }, { type: 'finish' }];

/** The casts are for this repository, where `ai` is version 7: a project has one version, and the transport takes its types. */
type Read = (transport: MailChatTransport) => Promise<{ id: string; parts: { type: string }[] } | undefined>;
const versions: [string, Read][] = [
  [
    '6.0.45',
    async (transport) => {
      const given: oldest6.ChatTransport<oldest6.UIMessage> = transport as oldest6.ChatTransport<oldest6.UIMessage>;
      const stream = await given.reconnectToStream({ chatId: 'c' });
      let last: oldest6.UIMessage | undefined;
      for await (const message of oldest6.readUIMessageStream({ stream: stream! })) last = message;
      return last;
    },
  ],
  [
    '6',
    async (transport) => {
      const given: newest6.ChatTransport<newest6.UIMessage> = transport as newest6.ChatTransport<newest6.UIMessage>;
      const stream = await given.reconnectToStream({ chatId: 'c' });
      let last: newest6.UIMessage | undefined;
      for await (const message of newest6.readUIMessageStream({ stream: stream! })) last = message;
      return last;
    },
  ],
  [
    '7',
    async (transport) => {
      const given: newest.ChatTransport<newest.UIMessage> = transport;
      const stream = await given.reconnectToStream({ chatId: 'c' });
      let last: newest.UIMessage | undefined;
      for await (const message of newest.readUIMessageStream({ stream: stream! })) last = message;
      return last;
    },
  ],
];

test.each(versions)('AI SDK %s reads a message through a cut, once', async (_, read) => {
  await using server = await ChatServer.start();
  server.resumes.push(cut([start, open, text('Hel')]), tell([start, open, text('Hello world'), ...end]));
  const message = await read(new MailChatTransport({ api: server.api, retryMs: 5 }));
  expect(message).toMatchObject({ id: 'a1', parts: [{ type: 'text', text: 'Hello world', state: 'done' }] });
});
