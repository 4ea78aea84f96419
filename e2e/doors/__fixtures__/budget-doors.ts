import { createMAIL } from '@posthouse/ai-sdk-provider';
import { aiVersions } from '../../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import type { LoopingModel } from '../../../packages/server/src/__fixtures__/looping-model.ts';
import { toFrames } from '../../../packages/server/src/__fixtures__/read-frames.ts';
import { testTerminal } from '../../../packages/server/src/cli/__fixtures__/test-terminal.ts';
import { runTask } from '../../../packages/server/src/cli/run/run-task.ts';
import { OpenAI, openAIAt } from '../../../packages/server/src/doors/__fixtures__/door-stage.ts';
import { mcpClientAt } from '../../../packages/server/src/doors/__fixtures__/mcp-client.ts';
import { sdks } from '../../chat/__fixtures__/sdks.ts';

/** What a caller is told of a run that has come to a stop. */
export type Told = { status: string; code?: string | undefined; text: string; budgets?: unknown };

/** Somebody who asks a swarm something, and later wants to know what became of it. */
export type Visitor = { ask(): Promise<Told>; again(): Promise<Told> };

export type BudgetDoor = [name: string, visit: (loop: LoopingModel, key: string) => Visitor];

const SWARM = 'loop';
const QUESTION = 'go';

const authorizationOf = ({ server }: LoopingModel) => ({ Authorization: `Bearer ${server.tokens!.user}` });

/** Whoever sends the same request once more, under the same key. */
const repeating = (send: () => Promise<Told>): Visitor => ({ ask: send, again: send });

type End = { status: string; code?: string; response: string };
const toTold = ({ status, code, response }: End): Told => ({ status, code, text: response });

function messageDoor(stream: boolean | 'tokens'): BudgetDoor[1] {
  return (loop, key) =>
    repeating(async () => {
      const headers = { ...authorizationOf(loop), 'Idempotency-Key': key };
      const answer = await loop.call(
        '/message',
        { body: QUESTION, ...(stream === false ? {} : { stream }) },
        { headers },
      );
      if (stream === false) return toTold((await answer.json()) as End);
      const frames = toFrames(await answer.text());
      return toTold(frames.findLast(({ event }) => event === 'task_complete' || event === 'task_error')!.data as End);
    });
}

/** The chat of a page, which is opened again to see what became of it. */
function chatDoor(open: (typeof sdks)[number][1]): BudgetDoor[1] {
  return (loop, id) => {
    const host = { api: `${loop.server.url}/api/chat`, token: loop.server.tokens!.user! };
    const told = (chat: ReturnType<typeof open>): Told => {
      if (chat.error !== undefined) throw chat.error;
      const { parts, metadata } = chat.messages.at(-1)!;
      const { outcome, code, budgets } = metadata as { outcome: string; code?: string; budgets?: unknown };
      const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const notices = parts.flatMap((part) =>
        part.type === 'data-notice' ? [(part as { data: { text: string } }).data.text] : [],
      );
      return { status: outcome, code, text: [...texts, ...(texts.length === 0 ? notices : [])].join('\n'), budgets };
    };
    const chat = open(host, { id });
    return {
      ask: async () => {
        await chat.sendMessage({ text: QUESTION });
        return told(chat);
      },
      again: async () => {
        const stored = (await (await loop.call(`/chat/${id}/messages`)).json()) as { messages: never[] };
        const page = open(host, { id, messages: stored.messages });
        await page.resumeStream();
        return told(page);
      },
    };
  };
}

/** What the usage of a completion says of budgets, if it says anything. */
function budgetsIn(usage: object | null | undefined): { budgets?: unknown } {
  const { budgets } = (usage ?? {}) as { budgets?: unknown };
  return budgets === undefined ? {} : { budgets };
}

const failed = (error: unknown): Told => {
  if (!(error instanceof OpenAI.APIError)) throw error;
  return { status: 'error', code: error.code ?? undefined, text: error.message };
};

const clientOf = ({ server }: LoopingModel, key: string) =>
  openAIAt(server.url, server.tokens!.user!, { defaultHeaders: { 'Idempotency-Key': key } });

function completionsDoor(stream: boolean): BudgetDoor[1] {
  return (loop, key) =>
    repeating(async () => {
      const { completions } = clientOf(loop, key).chat;
      const request = { model: SWARM, messages: [{ role: 'user' as const, content: QUESTION }] };
      try {
        if (!stream) {
          const { choices, usage } = await completions.create(request);
          return { status: choices[0]!.finish_reason, text: choices[0]!.message.content!, ...budgetsIn(usage) };
        }
        let told: Told = { status: '', text: '' };
        const stream_options = { include_usage: true };
        for await (const { choices, usage } of await completions.create({ ...request, stream: true, stream_options })) {
          told = { ...told, ...budgetsIn(usage) };
          told.text += choices[0]?.delta.content ?? '';
          told.status = choices[0]?.finish_reason ?? told.status;
        }
        return told;
      } catch (error) {
        return failed(error);
      }
    });
}

function responsesDoor(stream: boolean): BudgetDoor[1] {
  return (loop, key) =>
    repeating(async () => {
      const { responses } = clientOf(loop, key);
      const request = { model: SWARM, input: QUESTION };
      const response = stream ? await lastOf(responses.stream(request)) : await responses.create(request);
      const { status, error, output, usage } = response;
      const words = output.flatMap((item) => (item.type === 'message' ? item.content : []));
      const text = words.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
      return { status: status!, code: error?.code, text: error?.message ?? text, ...budgetsIn(usage) };
    });
}

async function lastOf(events: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>): Promise<OpenAI.Responses.Response> {
  let last: OpenAI.Responses.Response | undefined;
  for await (const event of events) if ('response' in event) last = event.response;
  return last!;
}

const mcpDoor: BudgetDoor[1] = (loop, sessionId) =>
  repeating(async () => {
    await using connection = await mcpClientAt(loop.server.url, loop.server.tokens!.user!, { sessionId });
    const called = await connection.client.callTool({ name: SWARM, arguments: { message: QUESTION } });
    return toTold(called.structuredContent as End);
  });

function providerDoor([, ai]: (typeof aiVersions)[number], method: 'generateText' | 'streamText'): BudgetDoor[1] {
  return (loop, key) =>
    repeating(async () => {
      const mail = createMAIL({
        baseURL: loop.server.url,
        authToken: loop.server.tokens!.user!,
        fetch: (url, init) =>
          fetch(url, { ...init, headers: { ...init.headers, 'idempotency-key': key } } as never) as never,
      });
      const request = { model: mail(SWARM, { taskId: key }), prompt: QUESTION, maxRetries: 0 };
      let failure: unknown;
      try {
        const result =
          method === 'generateText'
            ? await ai.generateText(request)
            : ai.streamText({ ...request, onError: ({ error }) => void (failure = error) });
        if ('consumeStream' in result) await result.consumeStream();
        if (failure !== undefined) throw failure;
        const { taskStatus, code, budgets } = (await result.providerMetadata)!.mail as Record<string, unknown>;
        return { status: taskStatus as string, code: code as string, text: await result.text, budgets };
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        return { status: 'error', code, text: message };
      }
    });
}

/** The command line, which follows a task by its id. */
const cliDoor: BudgetDoor[1] = (loop, taskId) => {
  const run = async (words: string[]): Promise<Told> => {
    const environment = { MAIL_BASE_URL: loop.server.url, MAIL_API_KEY: loop.server.tokens!.user!, NO_COLOR: '1' };
    const terminal = testTerminal({ environment });
    // Nothing is typed: the task is only looked at.
    terminal.input.end();
    await runTask(words, { 'task-id': taskId, json: true }, terminal);
    return toTold(JSON.parse(terminal.said().trimEnd().split('\n').at(-1)!) as End);
  };
  return { ask: () => run([QUESTION]), again: () => run([]) };
};

export const chatDoors = sdks.map(([name, open]): BudgetDoor => [`useChat of ${name}`, chatDoor(open)]);

/** Every way into a swarm. */
export const budgetDoors: BudgetDoor[] = [
  ['/message', messageDoor(false)],
  ['/message, streamed', messageDoor(true)],
  ['/message, with tokens', messageDoor('tokens')],
  ...chatDoors,
  ['Chat Completions', completionsDoor(false)],
  ['Chat Completions, streamed', completionsDoor(true)],
  ['Responses', responsesDoor(false)],
  ['Responses, streamed', responsesDoor(true)],
  ['MCP', mcpDoor],
  ...aiVersions.flatMap((version): BudgetDoor[] => [
    [`generateText of ${version[0]}`, providerDoor(version, 'generateText')],
    [`streamText of ${version[0]}`, providerDoor(version, 'streamText')],
  ]),
  ['the command line', cliDoor],
];
