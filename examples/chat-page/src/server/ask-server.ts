import type { SwarmMessage } from '../messages/swarm-message.ts';
import { toErrorText } from '../messages/to-error-text.ts';
import type { Connection } from './connection.ts';

/** A conversation as the server knows it. An answer that is being written is not among the messages: it has a stream. */
export type Loaded = { messages: SwarmMessage[]; running: boolean };

/** The conversation so far; empty for one that has not begun. */
export async function loadConversation(connection: Connection, chatId: string): Promise<Loaded> {
  const answer = await ask(connection, chatId, 'messages');
  if (answer.status === 404) return { messages: [], running: false };
  const { messages, status } = (await checked(answer)) as { messages: SwarmMessage[]; status: string };
  return { messages, running: status === 'running' };
}

/** Somebody to talk to, and whether they can be talked to here. */
export type Partner = { name: string; kind: 'agent' | 'swarm'; available: boolean; reason?: string; default?: boolean };

/** Everybody the server has. */
export async function loadPartners({ api, token }: Connection): Promise<Partner[]> {
  const answer = await fetch(`${api}/agents`, { headers: { Authorization: `Bearer ${token}` } });
  return (await checked(answer)) as Partner[];
}

/** Stops what runs, on the server and for everybody who looks at it. */
export async function stopRun(connection: Connection, chatId: string): Promise<void> {
  await checked(await ask(connection, chatId, 'stop', { method: 'POST' }));
}

async function ask({ api, token }: Connection, chatId: string, what: string, init?: RequestInit): Promise<Response> {
  return await fetch(`${api}/${encodeURIComponent(chatId)}/${what}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}` },
  });
}

async function checked(answer: Response): Promise<unknown> {
  if (answer.ok) return await answer.json();
  throw new Error(toErrorText(new Error(await answer.text())));
}
