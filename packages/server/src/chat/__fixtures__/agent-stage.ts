import { MessageAccumulator, type UIChunk, type UIMessage } from '@posthouse/chat';
import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import { uiMessageChunkSchema } from 'ai-6-oldest';
import { expect } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import type { Loose } from '../../__fixtures__/loose.ts';
import { createRogueAgent, type RogueAgent } from './rogue-agent.ts';

type Validate = (value: unknown) => Promise<{ success: boolean }>;
const { validate } = (uiMessageChunkSchema as unknown as () => { validate: Validate })();

const scripts: Record<string, AgentScript> = {
  parrot: ({ text }) => [
    { think: 'What would a parrot say?' },
    { call: 'listen', input: { to: text }, output: { heard: true } },
    { say: `${text}! ${text}!` },
    { usage: { inputTokens: 2, outputTokens: 3, cost: 0.5 } },
  ],
  // Says something, and nothing more until it is stopped.
  sleeper: ({ text }) => (text === 'quick' ? [{ say: 'Done.' }] : [{ say: 'Once upon a time ' }, { hang: true }]),
  asker: ({ text }) => [
    { say: 'May I? ' },
    { call: 'remove', input: { file: text }, output: 'removed', approval: true },
    { say: 'Thank you.' },
  ],
  grumpy: () => [{ say: 'No. ' }, { fail: 'I do not feel like it' }],
};

export type AgentStage = { stage: Stage; rogue: RogueAgent; registry: AgentRegistry } & AsyncDisposable;

/** Agents of a few kinds. What they remember of conversations stays with them, as it would on a disk. */
export function createAgents(): { registry: AgentRegistry; rogue: RogueAgent } {
  const registry = new AgentRegistry();
  for (const [name, script] of Object.entries(scripts)) registry.register(name, createScriptedAdapter({ script }));
  const rogue = createRogueAgent();
  registry.register('rogue', rogue.adapter);
  return { registry, rogue };
}

/** Served swarms with these agents. */
export async function openAgentStage(
  options: Parameters<typeof Stage.open>[0] & { agents?: ReturnType<typeof createAgents> } = {},
): Promise<AgentStage> {
  const { agents = createAgents(), chat, ...rest } = options;
  const offered = { parrot: {}, sleeper: {}, asker: {}, grumpy: {}, rogue: {} };
  const stage = await Stage.open({ ...rest, chat: { registry: agents.registry, agents: offered, ...chat } });
  return { ...agents, stage, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() };
}

/** The chunks of a stream that has ended, each of them held against the schema of the oldest client. */
export async function chunksOf(response: Response | Promise<Response>): Promise<UIChunk[]> {
  const blocks = (await (await response).text())
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'));
  expect(blocks.pop()).toBe('data: [DONE]');
  const chunks = blocks.map((block) => JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as UIChunk);
  for (const chunk of chunks) expect([chunk, await validate(chunk)]).toMatchObject([chunk, { success: true }]);
  return chunks;
}

export function send(stage: Stage, body: object, options: Loose = {}): Promise<Response> {
  return stage.fetch('/chat', { method: 'POST', body, ...options });
}

export async function messagesOf(stage: Stage, id: string): Promise<UIMessage[]> {
  return (await stage.call(`/chat/${id}/messages`)).body.messages;
}

export async function sessionOf(stage: Stage, id: string): Promise<Loose> {
  return (await stage.call(`/chat/sessions/${id}`)).body;
}

export function textOf(chunks: readonly UIChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
}

/** The message that a client has after a stream. */
export function messageOf(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return accumulator.message;
}

/** Reads a stream until it has said something, and gives how to read the rest. */
export async function readUntil(response: Response, text: string): Promise<{ rest: () => Promise<string> }> {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let read = '';
  while (!read.includes(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended before it said ${text}: ${read}`);
    read += value;
  }
  return {
    rest: async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return read;
        read += value;
      }
    },
  };
}

/** A message of the user, as a page sends it. */
export const user = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });

/** The messages of the session, by their ids; those of the agent are answers. */
export const idsOf = async (stage: Stage): Promise<string[]> =>
  (await messagesOf(stage, 's')).map(({ id, role }) => (role === 'user' ? id : 'answer'));
