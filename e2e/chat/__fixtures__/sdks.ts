import { Chat as Chat7 } from '@ai-sdk/react';
import { Chat as Chat6 } from '@ai-sdk/react-6';
import { MailChatTransport } from '@posthouse/client/chat';
import { newest, newest6, oldest6 } from '../../../packages/client/src/chat/__fixtures__/ai-sdks.ts';
import type { ChatTransport, UIMessage } from 'ai';
import type { ChatHost } from './chat-host.ts';
import { CheckedFetch } from './checked-fetch.ts';

type ChatStatus = 'submitted' | 'streaming' | 'ready' | 'error';

/** What all versions of `Chat` have in common. */
export type TestChat = {
  messages: UIMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  sendMessage(message?: { text: string; messageId?: string } | UIMessage, options?: { body?: object }): Promise<void>;
  regenerate(options?: { messageId?: string }): Promise<void>;
  resumeStream(): Promise<void>;
  stop(): Promise<void>;
  addToolOutput(output: {
    tool: string;
    toolCallId: string;
    output?: unknown;
    state?: 'output-error';
    errorText?: string;
  }): Promise<void>;
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): Promise<void>;
};

type Init = { id: string; messages: UIMessage[]; transport: ChatTransport<UIMessage>; sendAutomaticallyWhen: unknown };

/** The state of a chat without any framework around it, for the version whose React package is not installed. */
class PlainState {
  status: ChatStatus = 'ready';
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

class PlainChat extends oldest6.AbstractChat<oldest6.UIMessage> {
  constructor({ messages, ...init }: Init) {
    super({ ...init, state: new PlainState(messages) } as never);
  }
}

type Version = {
  name: string;
  Chat: new (init: never) => unknown;
  ai: Pick<
    typeof newest,
    | 'DefaultChatTransport'
    | 'lastAssistantMessageIsCompleteWithToolCalls'
    | 'lastAssistantMessageIsCompleteWithApprovalResponses'
  >;
};

const versions: Version[] = [
  { name: 'ai 6.0.45', Chat: PlainChat as never, ai: oldest6 as never },
  { name: 'ai 6', Chat: Chat6 as never, ai: newest6 as never },
  { name: 'ai 7', Chat: Chat7 as never, ai: newest },
];

export type OpenChat = TestChat & { checked: CheckedFetch };

export type ChatMaker = (host: Pick<ChatHost, 'api' | 'token'>, options?: ChatOptions) => OpenChat;

export type ChatOptions = {
  id?: string;
  messages?: UIMessage[];
  body?: object;
  token?: string;
  /** How often our transport tries again; a server that is started anew takes a while. */
  retries?: number;
};

function makerOf({ Chat, ai }: Version, isOurs: boolean): ChatMaker {
  return (host, { id = 'chat-1', messages = [], body = {}, token = host.token, retries = 8 } = {}) => {
    const checked = new CheckedFetch();
    const { api } = host;
    const transport = isOurs
      ? new MailChatTransport({ api, token, body, fetch: checked.fetch, retryMs: 20, retries })
      : new ai.DefaultChatTransport({ api, headers: { authorization: `Bearer ${token}` }, body, fetch: checked.fetch });
    const chat = new Chat({
      id,
      messages,
      transport,
      sendAutomaticallyWhen: (state: { messages: UIMessage[] }) =>
        ai.lastAssistantMessageIsCompleteWithToolCalls(state) ||
        ai.lastAssistantMessageIsCompleteWithApprovalResponses(state),
    } as never) as TestChat;
    return Object.assign(chat, { checked });
  };
}

/** Every version of the AI SDK, with its own transport and with ours. */
export const sdks: [name: string, open: ChatMaker][] = versions.flatMap((version) => [
  [`${version.name}, plain transport`, makerOf(version, false)] as [string, ChatMaker],
  [`${version.name}, our transport`, makerOf(version, true)] as [string, ChatMaker],
]);

/** The same, ours only. */
export const ourSDKs: [name: string, open: ChatMaker][] = versions.map((version) => [
  version.name,
  makerOf(version, true),
]);
