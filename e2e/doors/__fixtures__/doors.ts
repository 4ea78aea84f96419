import { createMAIL } from '@posthouse/ai-sdk-provider';
import { createClient } from '@posthouse/client';
import { type JSONObject, RunReader, type Telling, type ToldCall, type ToldText } from '@posthouse/protocol';
import type { AI } from '../../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { openAIAt, type OpenAIResponse } from '../../../packages/server/src/doors/__fixtures__/door-stage.ts';
import { mcpClientAt } from '../../../packages/server/src/doors/__fixtures__/mcp-client.ts';
import { toFrames } from '../../../packages/server/src/__fixtures__/read-frames.ts';
import { testTerminal } from '../../../packages/server/src/cli/__fixtures__/test-terminal.ts';
import { type RunFlags, runTask } from '../../../packages/server/src/cli/run/run-task.ts';
import { toTaskId } from '../../../packages/server/src/routes/idempotency.ts';
import type { ChatMaker } from '../../chat/__fixtures__/sdks.ts';
import { type Account, callOf, thoughtOf } from './account.ts';

const TOKEN = 'user:ada';
const SWARM = 'alpha';
const QUESTION = 'go';

/** A run that every door can ask for: the message has one key, so whoever posts it again gets the same run. */
export type Place = { url: string; taskId: string; key: string; session: string };

/** MCP makes the key of a message out of the session and the number of the request, so all others take that one. */
export function placeOf(url: string, session: string): Place {
  const key = `mcp ${session} number 0`;
  return { url, session, key, taskId: toTaskId(key, { swarm: SWARM, role: 'user', id: 'ada' }) };
}

const headersOf = ({ key }: Place) => ({ authorization: `Bearer ${TOKEN}`, 'idempotency-key': key });

async function post(place: Place, stream: boolean | 'tokens'): Promise<Response> {
  const { url, taskId } = place;
  const body = JSON.stringify({ body: QUESTION, task_id: taskId, ...(stream === false ? {} : { stream }) });
  return fetch(`${url}/message`, { method: 'POST', headers: headersOf(place), body });
}

/** `POST /message`, as one answer. */
export async function whole(place: Place): Promise<Account> {
  const { status, response } = (await (await post(place, false)).json()) as { status: string; response: string };
  return { status, answer: response };
}

/** `POST /message`, as a stream of frames. */
export async function streamed(place: Place, stream: true | 'tokens'): Promise<Account> {
  return readEnd(toFrames(await (await post(place, stream)).text()));
}

/** `GET /tasks/…/events`, with our own client. */
export async function followed({ url, taskId }: Place): Promise<Account> {
  const client = createClient({ baseUrl: url, token: TOKEN });
  const frames: EndFrame[] = [];
  for await (const frame of client.follow(taskId)) frames.push(frame as EndFrame);
  return readEnd(frames);
}

/** `GET /tasks/…`. */
export async function recorded({ url, taskId }: Place): Promise<string> {
  const { status } = await createClient({ baseUrl: url, token: TOKEN }).getTask(taskId);
  return status ?? '';
}

type EndFrame = { event: string; data: { response?: string; status?: string } };

function readEnd(frames: readonly EndFrame[]): Account {
  const { data } = frames.findLast(({ event }) => event === 'task_complete' || event === 'task_error')!;
  return { status: data.status!, answer: data.response! };
}

/** `POST /message` as tellings, with our own client; each connection breaks off after so many bytes. */
export async function told({ url, taskId, key }: Place, most = Number.POSITIVE_INFINITY): Promise<Account> {
  let room = most;
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const bytes = room;
    room *= 1.5;
    return new Response(response.body!.pipeThrough(cutAfter(bytes)), response);
  };
  const client = createClient({
    baseUrl: url,
    token: TOKEN,
    fetch: cutting,
    streams: { firstWaitMs: 1, mostWaitMs: 1 },
  });
  const stream = client.postMessageTellings({ body: QUESTION, taskId }, { idempotencyKey: key });
  return readTellings(await collect(stream));
}

/** `GET /tasks/…/tellings`, with our own client. */
export async function retold({ url, taskId }: Place): Promise<Account> {
  return readTellings(await collect(createClient({ baseUrl: url, token: TOKEN }).tellings(taskId)));
}

async function collect(tellings: AsyncIterable<Telling>): Promise<Telling[]> {
  const all: Telling[] = [];
  for await (const telling of tellings) all.push(telling);
  return all;
}

/** `posthouse run --task-id …`: what its JSON tells, and what people read. */
export async function printed({ url, taskId }: Place): Promise<Account & { lines: string[] }> {
  const run = async (flags: RunFlags): Promise<string> => {
    const terminal = testTerminal();
    terminal.input.end();
    await runTask([], { url, 'api-key': TOKEN, 'task-id': taskId, ...flags }, terminal);
    return terminal.said();
  };
  const reader = new RunReader();
  const events = (await run({ json: true }))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JSONObject);
  const tellings = events
    .filter(({ event }) => event === 'telling')
    .flatMap(({ data }) => reader.read({ event: 'telling', data: JSON.stringify(data) }));
  const { answer, ...account } = readTellings(tellings.map(({ telling }) => telling));
  const quiet = await run({ quiet: true });
  if (quiet !== `${answer}\n`) throw new Error(`run -q says ${quiet}`);
  return { ...account, answer, lines: (await run({ verbose: true })).split('\n') };
}

function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) controller.error(new TypeError('cut'));
    },
  });
}

function readTellings(tellings: readonly Telling[]): Account {
  const words = new Map<string, { text: ToldText; words: string }>();
  const calls = new Map<string, { call: ToldCall; result?: unknown }>();
  const end = tellings.at(-1) as Telling & { type: 'end' };
  for (const telling of tellings) {
    if (telling.type === 'text-start') words.set(telling.text.id, { text: telling.text, words: '' });
    if (telling.type === 'text') words.get(telling.text.id)!.words += telling.delta;
    if (telling.type === 'text-end' && telling.retracted) words.delete(telling.text.id);
    if (telling.type === 'call') calls.set(telling.call.id, { call: telling.call });
    if (telling.type === 'result') calls.get(telling.call.id)!.result = telling.result.content;
  }
  const texts = [...words.values()];
  return {
    status: end.outcome,
    answer: texts.map(({ text, words: each }) => (text.isAnswer ? each : '')).join(''),
    thoughts: texts
      .filter(({ text }) => !text.isAnswer)
      .map(({ text, words: each }) => thoughtOf(text.by.agent, each))
      .toSorted(),
    calls: [...calls.values()]
      .map(({ call, result }) => callOf(call.by.agent, call.tool, call.input, result))
      .toSorted(),
  };
}

const modelOf = (place: Place) =>
  createMAIL({
    baseUrl: place.url,
    authToken: TOKEN,
    // The provider names each of its messages itself; here all of them are the same.
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headersOf(place) } } as never) as never,
  })(SWARM, { taskId: place.taskId });

type Content = {
  type: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
  providerMetadata?: { mail?: { agent?: string; retracted?: boolean } };
};

function readContent(content: readonly Content[], answer: string): Account {
  const results = content.filter(({ type }) => type === 'tool-result');
  const agentOf = ({ providerMetadata }: Content) => providerMetadata?.mail?.agent;
  return {
    status: 'complete',
    answer,
    thoughts: content
      .filter((part) => part.type === 'reasoning' && part.providerMetadata?.mail?.retracted !== true)
      .map((part) => thoughtOf(agentOf(part), part.text!))
      .toSorted(),
    calls: content
      .filter(({ type }) => type === 'tool-call')
      .map((call) => {
        const result = results.find(({ toolCallId }) => toolCallId === call.toolCallId);
        return callOf(agentOf(call), call.toolName!, call.input, result?.output);
      })
      .toSorted(),
  };
}

export async function generated(ai: AI, place: Place): Promise<Account> {
  const { text, content } = await ai.generateText({ model: modelOf(place), prompt: QUESTION, maxRetries: 0 });
  return readContent(content as never, text);
}

export async function textStreamed(ai: AI, place: Place): Promise<Account> {
  const result = ai.streamText({ model: modelOf(place), prompt: QUESTION, maxRetries: 0 });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  return readContent((await result.content) as never, text);
}

const openAI = (place: Place) => openAIAt(place.url, TOKEN, { defaultHeaders: headersOf(place) });

export async function completed(place: Place, stream: boolean): Promise<Account> {
  const request = { model: SWARM, messages: [{ role: 'user' as const, content: QUESTION }] };
  if (!stream) {
    const { choices } = await openAI(place).chat.completions.create(request);
    return { status: 'complete', answer: choices[0]!.message.content! };
  }
  let answer = '';
  for await (const { choices } of await openAI(place).chat.completions.create({ ...request, stream: true }))
    answer += choices[0]?.delta.content ?? '';
  return { status: 'complete', answer };
}

export async function responded(place: Place, stream: boolean): Promise<Account> {
  const request = { model: SWARM, input: QUESTION, reasoning: { summary: 'auto' as const } };
  let response: OpenAIResponse | undefined;
  let answer = '';
  if (stream) {
    for await (const event of await openAI(place).responses.create({ ...request, stream: true })) {
      if (event.type === 'response.output_text.delta') answer += event.delta;
      if (event.type === 'response.completed') ({ response } = event);
    }
  } else {
    response = await openAI(place).responses.create(request);
    answer = response.output_text;
  }
  const thoughts = response!.output.flatMap((item) => {
    if (item.type !== 'reasoning') return [];
    const [, agent, text] = /^\*\*(.*?)\*\*\n\n(.*)$/s.exec(item.summary[0]!.text)!;
    return [thoughtOf(agent, text!)];
  });
  return { status: 'complete', answer, thoughts: thoughts.toSorted() };
}

/** MCP, with the lines of progress that came before the result. */
export async function toolCalled({ url, session }: Place): Promise<Account & { progress: string[] }> {
  await using connection = await mcpClientAt(url, TOKEN, { sessionId: session });
  const { client } = connection;
  const progress: string[] = [];
  const { structuredContent } = await client.callTool({ name: SWARM, arguments: { message: QUESTION } }, undefined, {
    onprogress: ({ message }) => void progress.push(message ?? ''),
    timeout: 300_000,
  });
  const { status, response } = structuredContent as { status: string; response: string };
  return { status, answer: response, progress };
}

type ChatPart = Content & { state?: string; errorText?: string };

/** A message of a chat, as a page shows it. */
function readMessage({ parts, metadata }: { parts: readonly unknown[]; metadata?: unknown }): Account {
  const shown = (parts as ChatPart[]).filter((each) => each.providerMetadata?.mail?.retracted !== true);
  // Parts of calls keep what is said of them under another name.
  const agentOf = ({ toolCallId }: ChatPart) => /^(.*?)\/\d+\//.exec(toolCallId!)?.[1];
  return {
    status: (metadata as { outcome: string }).outcome,
    answer: shown.map(({ type, text }) => (type === 'text' ? text! : '')).join(''),
    thoughts: shown
      .filter(({ type }) => type === 'reasoning')
      .map(({ text, providerMetadata }) => thoughtOf(providerMetadata?.mail?.agent, text!))
      .toSorted(),
    calls: shown
      .filter(({ type }) => type === 'dynamic-tool')
      .map((call) => callOf(agentOf(call), call.toolName!, call.input, call.output ?? call.errorText))
      .toSorted(),
  };
}

/** `useChat`: a run of its own, because the chat has its own tasks. */
export async function chatted(open: ChatMaker, url: string, id: string): Promise<Account> {
  const chat = open({ api: `${url}/api/chat`, token: TOKEN }, { id, body: { swarm: SWARM } });
  await chat.sendMessage({ text: QUESTION });
  if (chat.error !== undefined) throw chat.error;
  return readMessage(chat.messages.at(-1)!);
}

/** The same conversation after a reload. */
export async function reloaded(url: string, id: string): Promise<Account> {
  const response = await fetch(`${url}/chat/${id}/messages`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const { messages } = (await response.json()) as { messages: { parts: unknown[]; metadata: unknown }[] };
  return readMessage(messages.at(-1)!);
}
