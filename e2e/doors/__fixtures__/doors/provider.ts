import { createMAIL } from '@posthouse/ai-sdk-provider';
import {
  type AI,
  aiVersions,
  type ModelMessage,
} from '../../../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { type Account, AccountDraft } from '../account.ts';
import {
  authorization,
  type Caller,
  declaredIn,
  type Door,
  headersOf,
  type Place,
  type Question,
  type Reply,
  SWARM,
  TOKEN,
} from '../door.ts';

type Content = {
  type: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  providerExecuted?: boolean;
  input?: unknown;
  output?: unknown;
  error?: unknown;
  approvalId?: string;
  toolCall?: Content;
  providerMetadata?: { mail?: { agent?: string; retracted?: boolean } };
};

type Answer = { content: readonly Content[]; messages: ModelMessage[]; status: string };
type Method = 'generateText' | 'streamText';

/** A program that uses a swarm as its model, and keeps the history itself. */
class ProviderCaller implements Caller {
  readonly #ai: AI;
  readonly #place: Place;
  readonly #method: Method;
  readonly #draft = new AccountDraft();
  readonly #messages: ModelMessage[];
  #open: Content[] = [];
  #steps = 0;

  constructor(ai: AI, place: Place, method: Method) {
    this.#ai = ai;
    this.#place = place;
    this.#method = method;
    this.#messages = [{ role: 'user', content: place.question }];
  }

  async ask(): Promise<Account> {
    const { content, messages, status } = await this.#answer();
    this.#messages.push(...messages);
    for (const [index, part] of content.entries()) this.#note(`${this.#steps}/${index}`, part);
    this.#steps += 1;
    this.#open = content.filter(isQuestion);
    const { retracted: _, contradicted, ...account } = this.#draft.toAccount(status);
    if (this.#method === 'streamText') return this.#withQuestions({ ...account, contradicted });
    // Whoever gets it whole is not told what was taken back, and of what was stopped nothing at all.
    return this.#withQuestions(status === 'cancelled' ? { status } : account);
  }

  /** The key of the message is known here, so whoever gets no response at all may post it once more. */
  async #answer(): Promise<Answer> {
    for (;;) {
      try {
        return await (this.#method === 'generateText' ? this.#generate() : this.#stream());
      } catch (error) {
        if (codeOf(error) === 'cancelled') return { content: [], messages: [], status: 'cancelled' };
        if (!this.#ai.APICallError.isInstance(error) || error.statusCode !== undefined) throw error;
      }
    }
  }

  #withQuestions(account: Account): Account {
    if (account.status !== 'paused') return account;
    const { answer: _, ...rest } = account;
    return { ...rest, questions: this.#open.map(toQuestion) };
  }

  async reply(toReply: (question: Question) => Reply): Promise<Account> {
    const content = this.#open.map((part) => this.#toAnswer(part, toReply));
    this.#messages.push({ role: 'tool', content: content as never });
    return this.ask();
  }

  #toAnswer(part: Content, toReply: (question: Question) => Reply): object {
    const { toolCallId, toolName } = part.toolCall ?? part;
    const reply = toReply(toQuestion(part));
    if (typeof reply !== 'string') {
      // Nobody tells a program what it has refused itself.
      if (!reply.approved) this.#draft.result(toolCallId!, `not approved: ${reply.reason}`);
      return { type: 'tool-approval-response', approvalId: part.approvalId, providerExecuted: true, ...reply };
    }
    this.#draft.result(toolCallId!, reply);
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: reply } };
  }

  #note(id: string, part: Content): void {
    const { agent, retracted = false } = part.providerMetadata?.mail ?? {};
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return this.#draft.text(id, { words: part.text!, agent, isAnswer: part.type === 'text', retracted });
      case 'tool-call':
        return this.#draft.call(part.toolCallId!, { agent, tool: part.toolName!, input: part.input });
      case 'tool-result':
        return this.#draft.result(part.toolCallId!, part.output);
      case 'tool-error':
        return this.#draft.result(part.toolCallId!, part.error);
      default:
    }
  }

  async #generate(): Promise<Answer> {
    const { content, response, providerMetadata } = await this.#ai.generateText(this.#options());
    return { content: content as never, messages: response.messages as never, status: toStatus(providerMetadata) };
  }

  async #stream(): Promise<Answer> {
    let failure: unknown;
    const result = this.#ai.streamText({ ...this.#options(), onError: ({ error }) => void (failure = error) });
    await result.consumeStream();
    // What was said before a stop stays said.
    if (failure !== undefined && codeOf(failure) !== 'cancelled') throw failure;
    const [content, response, metadata] = [await result.content, await result.response, await result.providerMetadata];
    return { content: content as never, messages: response.messages as never, status: toStatus(metadata) };
  }

  #options() {
    const tools = declaredIn(this.#place).map(({ name, description, parameters }) => {
      const inputSchema = this.#ai.jsonSchema<object>(parameters);
      return [name, this.#ai.tool({ description, inputSchema })] as const;
    });
    return {
      model: modelOf(this.#place, this.#steps === 0),
      messages: this.#messages,
      tools: Object.fromEntries(tools),
      maxRetries: 0,
    };
  }
}

/** The provider names each of its messages itself; here the first one of all is the same. */
function modelOf(place: Place, isFirst: boolean) {
  const added = isFirst ? headersOf(place) : authorization;
  return createMAIL({
    baseURL: place.url,
    authToken: TOKEN,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...added } } as never) as never,
  })(SWARM, isFirst ? { taskId: place.taskId } : {});
}

const isQuestion = ({ type, providerExecuted }: Content): boolean =>
  type === 'tool-approval-request' || (type === 'tool-call' && providerExecuted !== true);

function toQuestion(part: Content): Question {
  const { toolCallId, toolName, input } = part.toolCall ?? part;
  return { callId: toolCallId!, tool: toolName!, input };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

function toStatus(metadata: unknown): string {
  const { taskStatus } = (metadata as { mail: { taskStatus: string } }).mail;
  return taskStatus === 'completed' ? 'complete' : taskStatus;
}

/** Aborts an answer as soon as something of it is there. */
export async function abortText(place: Place): Promise<void> {
  const [, ai] = aiVersions.at(-1)!;
  const controller = new AbortController();
  const { signal: abortSignal } = controller;
  const result = ai.streamText({ model: modelOf(place, true), prompt: place.question, abortSignal, maxRetries: 0 });
  for await (const { type } of result.fullStream) if (type !== 'start' && type !== 'start-step') controller.abort();
}

export const providerDoors: Door[] = aiVersions.flatMap(([version, ai]) =>
  (['generateText', 'streamText'] as const).map((method): Door => ({
    name: `${method} of ${version}`,
    open: (place) => new ProviderCaller(ai, place, method),
  })),
);
