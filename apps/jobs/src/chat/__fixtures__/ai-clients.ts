import * as newest from 'ai';
import * as oldest from 'ai-6-oldest';
import type { UIMessage } from 'ai';

/** What all versions of the AI SDK's chat have in common. */
export type TestChat = {
  messages: UIMessage[];
  readonly status: 'submitted' | 'streaming' | 'ready' | 'error';
  readonly error: Error | undefined;
  sendMessage(message: { text: string }, options?: { body?: object }): Promise<void>;
  resumeStream(): Promise<void>;
  stop(): Promise<void>;
};

export type ChatMaker = (options: {
  api: string;
  token: string;
  id?: string;
  messages?: UIMessage[];
  body?: object;
}) => TestChat;

/** The state of a chat without any framework around it. */
class PlainState {
  status = 'ready';
  error: Error | undefined;
  messages: UIMessage[];

  constructor(messages: UIMessage[]) {
    this.messages = messages;
  }

  pushMessage = (message: UIMessage): void => void (this.messages = [...this.messages, structuredClone(message)]);
  popMessage = (): void => void (this.messages = this.messages.slice(0, -1));
  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.map((known, at) => (at === index ? structuredClone(message) : known));
  };
  snapshot = <Value>(value: Value): Value => structuredClone(value);
}

function makerOf({
  AbstractChat,
  DefaultChatTransport,
}: Pick<typeof newest, 'AbstractChat' | 'DefaultChatTransport'>): ChatMaker {
  class PlainChat extends (AbstractChat as unknown as new (init: object) => object) {}
  return ({ api, token, id = 'chat-1', messages = [], body = {} }) => {
    const transport = new DefaultChatTransport({ api, headers: { authorization: `Bearer ${token}` }, body });
    return new PlainChat({ id, transport, state: new PlainState(messages) }) as unknown as TestChat;
  };
}

/** Real clients: the oldest that we serve, which refuses every chunk that it does not know, and the newest. */
export const aiClients: [name: string, open: ChatMaker][] = [
  ['ai 6.0.45', makerOf(oldest as never)],
  ['ai 7', makerOf(newest)],
];

/** What the oldest or the newest version has against messages of a history, a sentence each. */
export async function findInvalidMessages(messages: readonly object[]): Promise<string[]> {
  const verdicts = await Promise.all(
    [oldest, newest].map(async (sdk) => {
      const { safeValidateUIMessages } = sdk as Pick<typeof newest, 'safeValidateUIMessages'>;
      const result = await safeValidateUIMessages({ messages });
      return result.success ? [] : [String(result.error)];
    }),
  );
  return verdicts.flat();
}

type Schema = { validate: (value: unknown) => Promise<{ success: boolean; error?: unknown }> };

/** What the oldest client has against chunks, a sentence each. */
export async function findInvalidChunks(chunks: readonly object[]): Promise<string[]> {
  const schema = (oldest.uiMessageChunkSchema as unknown as () => Schema)();
  const verdicts = await Promise.all(
    chunks.map(async (chunk) => {
      const { success, error } = await schema.validate(chunk);
      return success ? [] : [`${JSON.stringify(chunk)}: ${String(error)}`];
    }),
  );
  return verdicts.flat();
}
