import { OpenAI, openAIAt } from '../../../../packages/server/src/doors/__fixtures__/door-stage.ts';
import { type Account, AccountDraft } from '../account.ts';
import {
  type Caller,
  type CallerTool,
  declaredIn,
  type Door,
  headersOf,
  type Place,
  type Question,
  type Reply,
  SWARM,
  TOKEN,
} from '../door.ts';

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type Call = { id: string; function: { name: string; arguments: string } };
type Completion = { content: string; calls: Call[]; status?: 'cancelled' };

const clientAt = (place: Place, isFirst: boolean) =>
  openAIAt(place.url, TOKEN, isFirst ? { defaultHeaders: headersOf(place) } : {});

const toContent = (reply: Reply): string => (typeof reply === 'string' ? reply : JSON.stringify(reply));

const isCancelled = (error: unknown): boolean => error instanceof OpenAI.APIError && error.code === 'cancelled';

/** Chat Completions: the caller keeps the history. */
class ChatCompletionsCaller implements Caller {
  readonly #place: Place;
  readonly #stream: boolean;
  readonly #messages: ChatMessage[];
  #calls: Call[] = [];
  #isFirst = true;

  constructor(place: Place, stream: boolean) {
    this.#place = place;
    this.#stream = stream;
    this.#messages = [{ role: 'user', content: place.question }];
  }

  async ask(): Promise<Account> {
    const client = clientAt(this.#place, this.#isFirst);
    const tools = declaredIn(this.#place).map((tool) => ({ type: 'function' as const, function: tool }));
    const request = { model: SWARM, messages: this.#messages, tools } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const { content, calls, status } = await (this.#stream ? readChat(client, request) : getChat(client, request));
    this.#isFirst = false;
    this.#calls = calls;
    // Of an answer that was stopped only a stream has had anything.
    if (status === 'cancelled') return { status, ...(this.#stream ? { answer: content } : {}) };
    if (calls.length === 0) return { status: 'complete', answer: content };
    const asked = calls.map((call) => ({ ...call, type: 'function' as const }));
    this.#messages.push({ role: 'assistant', content: content === '' ? null : content, tool_calls: asked });
    return { status: 'paused', questions: calls.map(toQuestion) };
  }

  async reply(toReply: (question: Question) => Reply): Promise<Account> {
    for (const call of this.#calls) {
      this.#messages.push({ role: 'tool', tool_call_id: call.id, content: toContent(toReply(toQuestion(call))) });
    }
    return this.ask();
  }
}

type ChatRequest = OpenAI.ChatCompletionCreateParamsNonStreaming;

async function getChat(client: OpenAI, request: ChatRequest): Promise<Completion> {
  try {
    const { choices } = await client.chat.completions.create(request);
    const { content, tool_calls: calls = [] } = choices[0]!.message;
    return { content: content ?? '', calls: calls as Call[] };
  } catch (error) {
    if (isCancelled(error)) return { content: '', calls: [], status: 'cancelled' };
    throw error;
  }
}

async function readChat(client: OpenAI, request: ChatRequest): Promise<Completion> {
  let content = '';
  const calls: Call[] = [];
  // What an agent says after it has started over comes behind a blank line.
  const toLast = (): string => content.split('\n\n').at(-1)!;
  try {
    // OpenAI's own reader, which refuses what is no legal stream.
    for await (const { choices } of client.chat.completions.stream({ ...request, stream: true })) {
      const { delta } = choices[0] ?? {};
      content += delta?.content ?? '';
      for (const { index, id = '', function: called } of delta?.tool_calls ?? []) {
        calls[index] ??= { id, function: { name: called!.name!, arguments: '' } };
        calls[index].function.arguments += called?.arguments ?? '';
      }
    }
  } catch (error) {
    if (isCancelled(error)) return { content: toLast(), calls: [], status: 'cancelled' };
    throw error;
  }
  return { content: toLast(), calls };
}

function toQuestion({ id, function: { name, arguments: input } }: Call): Question {
  return { callId: id, tool: name, input: JSON.parse(input) };
}

type Response = OpenAI.Responses.Response;
type FunctionCall = OpenAI.Responses.ResponseFunctionToolCall;

/** Responses: the server keeps the history. */
class ResponsesCaller implements Caller {
  readonly #place: Place;
  readonly #stream: boolean;
  readonly #draft = new AccountDraft();
  #last: Response | undefined;

  constructor(place: Place, stream: boolean) {
    this.#place = place;
    this.#stream = stream;
  }

  ask(): Promise<Account> {
    return this.#send({ input: this.#place.question });
  }

  reply(toReply: (question: Question) => Reply): Promise<Account> {
    const input = this.#calls.map((call) => ({
      type: 'function_call_output' as const,
      call_id: call.call_id,
      output: toContent(toReply(toAsked(call))),
    }));
    return this.#send({ input, previous_response_id: this.#last!.id });
  }

  get #calls(): FunctionCall[] {
    return this.#last!.output.filter((item) => item.type === 'function_call');
  }

  async #send(more: Pick<OpenAI.Responses.ResponseCreateParams, 'input' | 'previous_response_id'>): Promise<Account> {
    const request = toRequest(declaredIn(this.#place), more);
    const client = clientAt(this.#place, this.#last === undefined);
    this.#last = await (this.#stream
      ? readResponse(client.responses.stream(request))
      : client.responses.create(request));
    const { output, status: state, output_text: answer } = this.#last;
    for (const item of output) {
      if (item.type !== 'reasoning') continue;
      const [, agent, words] = /^\*\*(.*?)\*\*\n\n(.*)$/s.exec(item.summary[0]!.text)!;
      this.#draft.text(item.id, { agent, words: words! });
    }
    const questions = this.#calls.map(toAsked);
    const status = questions.length > 0 ? 'paused' : state === 'completed' ? 'complete' : state!;
    const { thoughts } = this.#draft.toAccount(status);
    return { status, thoughts, ...(questions.length === 0 ? { answer } : { questions }) };
  }
}

function toRequest(
  declared: readonly CallerTool[],
  more: Pick<OpenAI.Responses.ResponseCreateParams, 'input' | 'previous_response_id'>,
) {
  const tools = declared.map((tool) => ({ type: 'function' as const, strict: false, ...tool }));
  return { model: SWARM, reasoning: { summary: 'auto' as const }, tools: tools as never, ...more };
}

/** The response of a stream, with the text that was streamed: what was taken back is no part of the response. */
async function readResponse(events: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>): Promise<Response> {
  let response: Response | undefined;
  const texts = new Map<string, string>();
  for await (const event of events) {
    if (event.type === 'response.output_text.delta')
      texts.set(event.item_id, (texts.get(event.item_id) ?? '') + event.delta);
    if ('response' in event) ({ response } = event);
  }
  const kept = response!.output.map((item) => texts.get(item.id ?? '') ?? '');
  return { ...response!, output_text: kept.join('') };
}

function toAsked({ call_id: callId, name: tool, arguments: input }: FunctionCall): Question {
  return { callId, tool, input: JSON.parse(input) };
}

/** Stops a response by its id. */
export async function cancelResponse(place: Place): Promise<void> {
  const client = clientAt(place, true);
  const stream = await client.responses.create({
    ...toRequest(declaredIn(place), { input: place.question }),
    stream: true,
  });
  for await (const event of stream) {
    if (event.type !== 'response.created') continue;
    await client.responses.cancel(event.response.id);
    return;
  }
}

export const openAIDoors: Door[] = [false, true].flatMap((stream): Door[] => {
  const how = stream ? ', streamed' : '';
  return [
    { name: `Chat Completions${how}`, open: (place) => new ChatCompletionsCaller(place, stream) },
    { name: `Responses${how}`, open: (place) => new ResponsesCaller(place, stream) },
  ];
});
