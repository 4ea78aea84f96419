import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UIMessage } from 'ai';
import { expect, vi } from 'vitest';
import { toolsOf } from '../../chat/__fixtures__/read-message.ts';
import { type ChatMaker, type OpenChat, sdks } from '../../chat/__fixtures__/sdks.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { AgentHost } from './agent-host.ts';
import { processesOf } from './processes-of.ts';
import { type Seen, toSeen } from '../scenarios/seen.ts';

/** Longer than any scenario takes on a busy machine. */
const TIMEOUT = { timeout: 200_000, interval: 20 };

/** The clients that scenarios are played with: the oldest AI SDK we speak to, and the newest. */
export const clients: Readonly<Record<'oldest' | 'newest', ChatMaker>> = {
  oldest: sdks.find(([name]) => name === 'ai 6.0.45, plain transport')![1],
  newest: sdks.find(([name]) => name === 'ai 7, plain transport')![1],
};

/** Plays a scenario as the user of a chat page, and tells what they saw of each run. */
export async function converse(host: AgentHost, scenario: Scenario, open: ChatMaker = clients.newest): Promise<Seen[]> {
  const { permission = 'allow', prompts, script } = scenario;
  const id = `chat-${crypto.randomUUID()}`;
  const body = { agent: host.agent(permission) };
  host.play(script);
  let chat = open(host, { id, body });
  const seen: Seen[] = [];
  for (const [index, text] of prompts.entries()) {
    if (index > 0 && scenario.resume) {
      await host.restart();
      chat = open(host, { id, body, messages: await messagesOf(host, id) });
    }
    const streamsBefore = chat.checked.streams.length;
    const sent = chat.sendMessage({ text });
    if (index === 0) await behave(host, scenario, chat, id, sent);
    await sent;
    await vi.waitFor(async () => expect(await statusOf(host, id)).toBe('ready'), TIMEOUT);
    await vi.waitFor(() => expect(chat.status).toMatch(/ready|error/), TIMEOUT);
    seen.push(toSeen(chat.messages.at(-1)!, chat.checked.streams.slice(streamsBefore)));
  }
  expect(chat.checked.problems).toEqual([]);
  await expectSame(host, id, chat.messages);
  return seen;
}

/** What the server has kept is what the client has seen. */
async function expectSame(host: AgentHost, id: string, messages: readonly UIMessage[]): Promise<void> {
  const shown = (all: readonly UIMessage[]): unknown =>
    JSON.parse(
      JSON.stringify(all.map(({ id: messageId, role, parts }) => ({ messageId, role, parts: parts.map(toKept) }))),
    );
  expect(shown(await messagesOf(host, id))).toEqual(shown(messages));
}

/**
 * A part as every client could have it: only some keep the ids of thoughts, and a call with a denied approval would not be
 * valid for the oldest of them.
 */
function toKept(part: UIMessage['parts'][number]): object {
  if (part.type === 'reasoning' && 'id' in part) {
    const { id: _, ...rest } = part;
    return rest;
  }
  if (part.type === 'dynamic-tool' && part.approval?.approved === false) {
    const { approval: _, ...rest } = part;
    return rest;
  }
  return part;
}

async function messagesOf(host: AgentHost, id: string): Promise<UIMessage[]> {
  return (await host.call(`/chat/${id}/messages?limit=100`)).body.messages as UIMessage[];
}

async function statusOf(host: AgentHost, id: string): Promise<string> {
  return (await host.call(`/chat/sessions/${id}`)).body.status as string;
}

/** Stops when the scenario says so, and answers what the agent asks. */
async function behave(
  host: AgentHost,
  scenario: Scenario,
  chat: OpenChat,
  id: string,
  sent: Promise<void>,
): Promise<void> {
  let isOver = false;
  void sent.finally(() => (isOver = true));
  const { stopAt, stopAtFile, stopAtRequest, answer } = scenario;
  const requests = host.llm.requests.length;
  const said = (): string => JSON.stringify(chat.messages.slice(1));
  const isTime = (): boolean =>
    stopAt?.test(said()) === true ||
    // Some tell of a command only when it runs already.
    (stopAtFile !== undefined && existsSync(join(host.cwd, stopAtFile)) && said().includes(`touch ${stopAtFile}`)) ||
    (stopAtRequest === true && host.llm.requests.length > requests);
  if (stopAt !== undefined || stopAtFile !== undefined || stopAtRequest === true) {
    await vi.waitFor(() => expect(isOver || isTime()).toBe(true), TIMEOUT);
    if (scenario.kills === true) killProcesses(host);
    else expect((await host.call(`/api/chat/${id}/stop`, { method: 'POST' })).body).toEqual({ stopped: true });
  }
  if (answer === undefined) return;
  await vi.waitFor(() => expect(questionIn(chat)).toBeDefined(), TIMEOUT);
  await sent;
  await chat.addToolApprovalResponse({ ...answer, id: questionIn(chat)! });
}

function killProcesses({ folder }: AgentHost): void {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone with its parent.
    }
  }
}

function questionIn(chat: OpenChat): string | undefined {
  const message = chat.messages.at(-1);
  if (message?.role !== 'assistant') return undefined;
  return toolsOf(message).find(({ state }) => state === 'approval-requested')?.approval?.id;
}
