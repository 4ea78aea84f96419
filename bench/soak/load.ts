import { Chat } from '@ai-sdk/react';
import { MailChatTransport } from '@posthouse/client/chat';
import { newId } from '@posthouse/protocol';
import type { UIMessage } from 'ai';

const USERS = 12;
/** How often each kind of caller is there at once. */
const AT_ONCE = 2;
const PAUSE_MS = 500;
/** Longer than anything here takes on the slowest machine: whatever takes longer hangs. */
const REQUEST_TIMEOUT_MS = 300_000;

/** What the callers of a soak do, again and again. Each gives up with an error when it is answered with something else. */
export class Load {
  readonly done: Record<string, number> = {};
  /** The longest that each kind has taken, in milliseconds: what nearly hung would not be seen otherwise. */
  readonly slowest: Record<string, number> = {};
  readonly #url: string;
  #user = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Works until the signal aborts, and ends what it has begun. */
  async run(signal: AbortSignal): Promise<void> {
    const kinds = {
      tasks: () => this.#task(),
      'answers of peers': () => this.#askPeer(),
      'streams read': () => this.#stream(),
      'streams left': () => this.#leaveStream(),
      'runs cancelled': () => this.#cancel(),
      'tasks deleted': () => this.#delete(),
      'chats of two messages': () => this.#chat(),
      'chats stopped': () => this.#stopChat(),
    };
    const work = async ([kind, act]: [string, () => Promise<void>]): Promise<void> => {
      this.done[kind] ??= 0;
      while (!signal.aborted) {
        const began = performance.now();
        await act();
        this.slowest[kind] = Math.max(this.slowest[kind] ?? 0, performance.now() - began);
        this.done[kind] += 1;
        // A server that is always at its limit deletes later than it could.
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    await Promise.all(Object.entries(kinds).flatMap((kind) => Array.from({ length: AT_ONCE }, () => work(kind))));
  }

  async #task(): Promise<void> {
    await this.#post(this.#someone(), 'act now');
  }

  async #askPeer(): Promise<void> {
    await this.#post(this.#someone(), 'peer please');
  }

  async #stream(): Promise<void> {
    const response = await this.#begin(this.#someone(), 'write a tale', newId());
    const text = await response.text();
    if (!text.includes('task_complete')) throw new Error(`a stream ended without an answer: ${text.slice(-300)}`);
  }

  async #leaveStream(): Promise<void> {
    const user = this.#someone();
    const taskId = newId();
    const response = await this.#begin(user, 'write a tale', taskId);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
  }

  async #cancel(): Promise<void> {
    const user = this.#someone();
    const taskId = newId();
    const response = await this.#begin(user, 'dawdle along', taskId);
    await this.#call(user, `/tasks/${taskId}/cancel`, 'POST');
    await response.text();
  }

  async #delete(): Promise<void> {
    const user = this.#someone();
    const taskId = newId();
    await this.#post(user, 'act now', taskId);
    await this.#remove(user, `/tasks/${taskId}`);
  }

  async #chat(): Promise<void> {
    const user = this.#someone();
    const chat = this.#open(user);
    for (const text of ['write a tale', 'act now']) await send(chat, text);
    const last = chat.messages.at(-1);
    if (chat.messages.length !== 4 || last?.role !== 'assistant') throw new Error('a chat has lost a message');
    await this.#remove(user, `/chat/sessions/${chat.id}`);
  }

  async #stopChat(): Promise<void> {
    const chat = this.#open(this.#someone());
    const sent = chat.sendMessage({ text: 'dawdle along' });
    while (chat.messages.at(-1)?.role !== 'assistant') await new Promise((resolve) => setTimeout(resolve, 5));
    await chat.stop();
    await sent;
  }

  #someone(): string {
    this.#user = (this.#user + 1) % USERS;
    return `user:${this.#user}`;
  }

  #open(user: string): Chat<UIMessage> {
    return new Chat({ id: newId(), transport: new MailChatTransport({ api: `${this.#url}/chat`, token: user }) });
  }

  async #post(user: string, body: string, taskId: string = newId()): Promise<void> {
    const answer = await this.#call(user, '/message', 'POST', { body, task_id: taskId });
    if (!answer.includes('"complete"')) throw new Error(`'${body}' was answered with ${answer}`);
  }

  async #begin(user: string, body: string, taskId: string): Promise<Response> {
    return this.#fetch(user, '/message', 'POST', { body, task_id: taskId, stream: true });
  }

  async #call(user: string, path: string, method: string, body?: object): Promise<string> {
    return (await this.#fetch(user, path, method, body)).text();
  }

  /** On a machine that stands still for a while, retention may have been quicker. */
  async #remove(user: string, path: string): Promise<void> {
    const response = await this.#send(user, path, 'DELETE');
    const text = await response.text();
    if (!response.ok && response.status !== 410) throw new Error(`DELETE ${path} was answered with ${text}`);
  }

  async #fetch(user: string, path: string, method: string, body?: object): Promise<Response> {
    const response = await this.#send(user, path, method, body);
    if (response.ok) return response;
    throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
  }

  async #send(user: string, path: string, method: string, body?: object): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} of ${user} was not answered: ${JSON.stringify(body)}`, { cause });
    });
  }
}

async function send(chat: Chat<UIMessage>, text: string): Promise<void> {
  await chat.sendMessage({ text });
  if (chat.error !== undefined) throw chat.error;
}
