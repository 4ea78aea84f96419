import { shownParts } from '@posthouse/client/chat';
import { until } from '../../../../packages/server/src/__fixtures__/until.ts';
import type { ChatMaker, OpenChat } from '../../../chat/__fixtures__/sdks.ts';
import { type Account, AccountDraft } from '../account.ts';
import { authorization, type Caller, type Question, type Reply, SWARM, TOKEN } from '../door.ts';

type ChatPart = {
  type: string;
  text?: string;
  state?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: { id: string; reason?: string };
  providerMetadata?: { mail?: { agent?: string } };
};
type Message = { parts: readonly unknown[]; metadata?: unknown };

/** A message of a chat, as a page shows it. */
function readMessage(message: Message): Account {
  const parts = message.parts as ChatPart[];
  const shown = new Set(shownParts({ parts }));
  const draft = new AccountDraft();
  for (const [index, part] of parts.entries()) {
    const id = String(index);
    const { type, text, toolCallId, toolName, input } = part;
    if (type === 'text' || type === 'reasoning') {
      const agent = part.providerMetadata?.mail?.agent;
      draft.text(id, { words: text!, agent, isAnswer: type === 'text', retracted: !shown.has(part) });
    }
    if (type !== 'dynamic-tool') continue;
    // Parts of calls keep what is said of them under another name.
    draft.call(id, { agent: /^(.*?)\/\d+\//.exec(toolCallId!)?.[1], tool: toolName!, input, result: resultOf(part) });
  }
  const { outcome } = message.metadata as { outcome: string };
  const { answer, ...account } = draft.toAccount(outcome);
  return { ...account, ...(outcome === 'paused' ? { questions: parts.filter(isOpen).map(toQuestion) } : { answer }) };
}

function resultOf({ state, output, errorText, approval }: ChatPart): unknown {
  return state === 'output-denied' ? `not approved: ${approval?.reason}` : (output ?? errorText);
}

const isOpen = ({ type, state }: ChatPart): boolean =>
  type === 'dynamic-tool' && (state === 'input-available' || state === 'approval-requested');

function toQuestion({ toolCallId, toolName, input }: ChatPart): Question {
  return { callId: toolCallId!, tool: toolName!, input };
}

/** Somebody at a page with `useChat`. Chats have tasks of their own, so this is a run of its own. */
export class ChatCaller implements Caller {
  readonly id: string;
  readonly chat: OpenChat;
  readonly #question: string;

  constructor(open: ChatMaker, { url, id, question }: { url: string; id: string; question: string }) {
    this.id = id;
    this.chat = open({ api: `${url}/api/chat`, token: TOKEN }, { id, body: { swarm: SWARM }, retries: 200 });
    this.#question = question;
  }

  ask(): Promise<Account> {
    return this.say(this.#question);
  }

  async say(text: string): Promise<Account> {
    await this.chat.sendMessage({ text });
    return this.#told();
  }

  async reply(toReply: (question: Question) => Reply): Promise<Account> {
    const sent = this.chat.checked.sent;
    for (const part of (this.chat.messages.at(-1)!.parts as ChatPart[]).filter(isOpen)) {
      const reply = toReply(toQuestion(part));
      if (part.state === 'approval-requested') {
        await this.chat.addToolApprovalResponse({ id: part.approval!.id, ...(reply as { approved: boolean }) });
      } else {
        await this.chat.addToolOutput({ tool: part.toolName!, toolCallId: part.toolCallId!, output: reply });
      }
    }
    // A page sends replies by itself, and nobody waits for that.
    await until(() => this.chat.checked.sent > sent && /ready|error/.test(this.chat.status), 60_000);
    return this.#told();
  }

  #told(): Account {
    if (this.chat.error !== undefined) throw this.chat.error;
    return readMessage(this.chat.messages.at(-1)!);
  }
}

/** The answers of a conversation after a reload. */
export async function reloaded(url: string, id: string): Promise<Account[]> {
  const response = await fetch(`${url}/chat/${id}/messages`, { headers: authorization });
  const { messages } = (await response.json()) as { messages: (Message & { role: string })[] };
  return messages.filter(({ role }) => role === 'assistant').map(readMessage);
}
