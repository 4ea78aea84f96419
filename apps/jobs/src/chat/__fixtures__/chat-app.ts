import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { UIChunk } from '@posthouse/chat';
import { Hono } from 'hono';
import type { AgentConfig } from '../../agent/agent-config.ts';
import { type Agent, openAgent } from '../../agent/open-agent.ts';
import { createOwner } from '../../auth/owners.ts';
import { type Assistant, createAssistant } from '../../create-assistant.ts';
import { openDatabase } from '../../database/open-database.ts';
import type { FindGmail } from '../../gmail/gmail-account.ts';
import { addRoute } from '../../http/add-route.ts';
import { answerError } from '../../http/answer-error.ts';
import { createJob } from '../../jobs/create-job.ts';
import { createEngines } from '../../llm/create-engines.ts';
import type { FetchPage } from '../../network/fetch-page.ts';
import { createResume } from '../../resumes/save-resume.ts';
import type { OwnerServices, Services } from '../../services/services.ts';
import { toAgentFile } from './agent-file.ts';
import type { Loose } from './loose.ts';

export type Person = { token: string; services: OwnerServices };
type Body = Record<string, Loose>;

export type ChatAppOptions = {
  /** The address of a scripted model; without one the chat is offline. */
  llm?: string;
  config?: Partial<AgentConfig>;
  fetchPage?: FetchPage;
  dataDir?: string;
};

export const RESUME = `# Jane Doe
jane@example.com

## Skills
- TypeScript
- React
- PostgreSQL

## Experience
### Software engineer, Initech
2019-01 – 2024-06
- Built TypeScript services for 40 customers
- Wrote React pages
`;

/** The chat, listening on this machine, with two owners who know nothing of each other. */
export class ChatApp implements AsyncDisposable {
  readonly dataDir: string;
  readonly services: Services;
  readonly agent: Agent;
  readonly assistant: Assistant;
  readonly ann: Person;
  readonly bob: Person;
  readonly unexpected: unknown[] = [];
  readonly #server: Server;
  readonly #isKept: boolean;

  static async start(options: ChatAppOptions = {}): Promise<ChatApp> {
    const app = new ChatApp(options);
    await app.assistant.recover();
    app.#server.listen(0, '127.0.0.1');
    await once(app.#server, 'listening');
    return app;
  }

  private constructor({ llm, config = {}, fetchPage = unreachable, dataDir }: ChatAppOptions) {
    this.#isKept = dataDir !== undefined;
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'jobs-chat-'));
    this.agent = openAgent({ dataDir: this.dataDir, id: 'jobs', env: {} });
    this.configure(toAgentFile(llm, config));
    const retry = { delayMs: 1 };
    const database = openDatabase(join(this.dataDir, 'eve.db'));
    const now = (): Date => new Date();
    const engines = createEngines(this.agent.choose, retry);
    const gmail: FindGmail = () => ({ profile: 'gmail:oauth', account: undefined });
    this.services = { database, now, fetchPage, gmail, engines, dataDir: this.dataDir };
    const [ann, bob] = ['ann', 'bob'].map((name) => {
      const { ownerId, token } = createOwner(database, name, now());
      return { token, services: { ...this.services, ownerId } };
    });
    this.ann = ann!;
    this.bob = bob!;
    const report = (error: unknown): void => void this.unexpected.push(error);
    this.assistant = createAssistant({ services: this.services, agent: this.agent, report, retry });
    const app = new Hono();
    for (const route of this.assistant.routes) addRoute(app, route, this.services);
    app.onError(answerError(report));
    this.#server = createServer(getRequestListener(app.fetch));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get api(): string {
    return `${this.url}/jobs/chat`;
  }

  /** Writes the agent's file, as a person would. */
  configure(config: unknown): void {
    mkdirSync(dirname(this.agent.file.path), { recursive: true });
    writeFileSync(this.agent.file.path, JSON.stringify(config));
  }

  /** A request as Ann, or as somebody else. */
  fetch(
    path: string,
    body?: unknown,
    {
      token = this.ann.token,
      method = body === undefined ? 'GET' : 'POST',
      ...init
    }: RequestInit & { token?: string } = {},
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      ...init,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async call(
    path: string,
    body?: unknown,
    init: RequestInit & { token?: string } = {},
  ): Promise<{ status: number; body: Body }> {
    const response = await this.fetch(path, body, init);
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Says something in the simple form; gives the stream. */
  say(
    text: string,
    {
      conversationId = 'conv_1',
      options = {},
      token,
      ...rest
    }: { conversationId?: string; options?: object; token?: string; context?: object } = {},
  ): Promise<Response> {
    const messages = [{ role: 'user', content: text, timestamp: '2024-01-22T10:00:00Z' }];
    const body = { messages, options: { conversationId, ...options }, ...rest };
    return this.fetch('/jobs/chat', body, token === undefined ? {} : { token });
  }

  history(conversationId = 'conv_1', token = this.ann.token): Promise<{ status: number; body: Body }> {
    return this.call(`/jobs/chat/history?conversationId=${conversationId}`, undefined, { token });
  }

  /** Saves jobs and a resume for somebody; gives the ids of the jobs. */
  furnish(
    { services }: Person = this.ann,
    titles: readonly string[] = ['Software Engineer', 'Frontend Developer'],
  ): number[] {
    createResume(services, { name: 'Main', content: RESUME, source: 'paste', parseStatus: 'success', parseErrors: [] });
    return titles.map((title) => {
      const description = `## Requirements\n- TypeScript\n- React\n- Kubernetes\n\nWe are looking for a ${title}.`;
      const place = { location: 'San Francisco', remote: true };
      return createJob(services, { title, company: 'Acme', description, ...place }).job.id;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    await this.assistant[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    await closed;
    this.services.database[Symbol.dispose]();
    if (!this.#isKept) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** The chunks of a stream that has ended. */
export async function chunksOf(response: Response): Promise<UIChunk[]> {
  const text = await response.text();
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '));
  if (events.pop() !== 'data: [DONE]') throw new Error(`The stream was cut: ${text.slice(-300)}`);
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as UIChunk);
}

export function textIn(chunks: readonly UIChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
}

const unreachable: FetchPage = async () => {
  throw new Error('Tests have no network.');
};
