import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loose } from './loose.ts';

/** A request as it came: everything but what belongs to the connection. */
export type PeerRequest = { method: string; path: string; headers: Record<string, string>; body: Loose };

export type ReferencePeerOptions = {
  name?: string;
  /** What its entrypoint is called, and so where it thinks that everybody else's entrypoint is. */
  entrypoint?: string;
  agents?: string[];
  /** What others must say to it. */
  token?: string;
  /** What its agents do with a letter that begins a task, after it has been taken. */
  onLetter?: (letter: Loose, peer: ReferencePeer) => void | Promise<void>;
};

const FIELDS: Record<string, string> = {
  message_id: 'str',
  source_swarm: 'str',
  target_swarm: 'str',
  timestamp: 'str',
  payload: 'dict',
  msg_type: 'str',
  auth_token: 'str',
  task_owner: 'str',
  task_contributors: 'list',
  metadata: 'dict',
};

/**
 * A small server that treats letters as MAIL's own does, for better or worse: it wants all ten fields, sends nulls, knows a
 * task only once, answers with 500 to whatever is wrong, and sends the word that a task is complete to its own entrypoint's
 * name at the other swarm.
 */
export class ReferencePeer implements AsyncDisposable {
  readonly name: string;
  readonly token: string;
  readonly requests: PeerRequest[] = [];
  /** Where the other server is, and what to say there. */
  other: { url: string; swarm: string; token: string } | undefined;
  readonly #options: ReferencePeerOptions;
  readonly #server: Server;
  /** Who takes part in the tasks that it knows. */
  readonly #tasks = new Map<string, { owner: string; contributors: string[] }>();
  readonly #work: Promise<void>[] = [];

  private constructor(options: ReferencePeerOptions) {
    this.#options = options;
    this.name = options.name ?? 'weather';
    this.token = options.token ?? 'token-of-the-peer';
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: ReferencePeerOptions = {}): Promise<ReferencePeer> {
    const peer = new ReferencePeer(options);
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Letters that were taken, in order. */
  letters(path?: 'forward' | 'back'): Loose[] {
    const all = this.requests.filter(({ path: each }) => each.startsWith('/interswarm/'));
    return all
      .filter((each) => path === undefined || each.path.endsWith(path))
      .map(({ body }) => body.message as Loose);
  }

  /** Begins a task at the other server. */
  async begin(
    recipient: string,
    body: string,
    taskId: string = randomUUID(),
  ): Promise<{ status: number; body: Loose; taskId: string }> {
    const owner = `user:u-1@${this.name}`;
    this.#tasks.set(taskId, { owner, contributors: [owner] });
    const answer = await this.#send('forward', taskId, { recipient, subject: 'Need help', body }, 'request');
    return { ...answer, taskId };
  }

  /** Answers the sender of a letter, as an agent would before it completes. */
  async reply(letter: Loose, body: string): Promise<{ status: number; body: Loose }> {
    const recipient = String(letter.payload.sender.address);
    return this.#send('back', letter.payload.task_id as string, { recipient, subject: 'Re', body }, 'response');
  }

  /** The word that it has completed a task: to the name of its own entrypoint, whatever the other swarm has. */
  async complete(letter: Loose, body: string): Promise<{ status: number; body: Loose }> {
    const recipient = `${this.#entrypoint}@${this.other!.swarm}`;
    const swarms = { sender_swarm: this.name, recipient_swarm: this.other!.swarm };
    const routing_info = { origin_swarm: this.name, remote_swarm: this.other!.swarm };
    const payload = { recipient, subject: '::task_complete::', body, ...swarms, routing_info };
    return this.#send('back', letter.payload.task_id as string, payload, 'response');
  }

  /** Resolves when its agents have nothing left to do. */
  async settled(): Promise<void> {
    for (let done = 0; done < this.#work.length; done = this.#work.length) await Promise.all(this.#work);
  }

  get #entrypoint(): string {
    return this.#options.entrypoint ?? 'supervisor';
  }

  async #send(
    direction: 'forward' | 'back',
    taskId: string,
    { recipient, ...payload }: Loose,
    type: string,
  ): Promise<{ status: number; body: Loose }> {
    const { url, swarm, token } = this.other!;
    const { owner, contributors } = this.#tasks.get(taskId)!;
    const message = {
      message_id: randomUUID(),
      source_swarm: this.name,
      target_swarm: swarm,
      timestamp: new Date().toISOString().replace('Z', '000+00:00'),
      payload: {
        task_id: taskId,
        request_id: randomUUID(),
        sender: { address_type: 'agent', address: `${this.#entrypoint}@${this.name}` },
        recipient: { address_type: 'agent', address: recipient },
        sender_swarm: null,
        recipient_swarm: null,
        routing_info: { remote_swarm: swarm },
        ...payload,
      },
      msg_type: type,
      auth_token: token,
      task_owner: owner,
      task_contributors: contributors,
      metadata: {},
    };
    const response = await fetch(`${url}/interswarm/${direction}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `MAIL-Interswarm-Router/${this.name}`,
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ message }),
    });
    return { status: response.status, body: (await response.json()) as Loose };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? undefined : JSON.parse(text)) as Loose;
    this.requests.push({
      method: request.method ?? '',
      path,
      headers: request.headers as Record<string, string>,
      body,
    });
    const { status, json } = this.#judge(path, request.headers.authorization, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
    const { onLetter } = this.#options;
    if (status === 200 && path === '/interswarm/forward' && onLetter !== undefined) {
      this.#work.push(Promise.resolve(onLetter(body.message as Loose, this)));
    }
  }

  #judge(path: string, authorization: string | undefined, body: Loose): { status: number; json: unknown } {
    const swarm = {
      name: this.name,
      version: '1.3.6',
      description: 'Knows the sky.',
      entrypoint: this.#entrypoint,
      keywords: ['sky'],
      public: true,
    };
    if (path === '/')
      return { status: 200, json: { name: 'mail', protocol_version: '1.3', swarm, status: 'running', uptime: 1.5 } };
    if (path === '/health')
      return { status: 200, json: { status: 'healthy', swarm_name: this.name, timestamp: 'now' } };
    if (authorization !== `Bearer ${this.token}`) return failed(401, 'invalid API key');
    if (path === '/message') return { status: 200, json: { response: `you said: ${String(body.body)}`, events: null } };
    const direction = path.split('/').at(-1) as 'forward' | 'back';
    const message = body?.message as Loose;
    if (message === undefined) return failed(400, "parameter 'message' is required");
    for (const [field, type] of Object.entries(FIELDS)) {
      if (!(field in message)) return failed(400, `parameter '${field}' is required`);
      const got = Array.isArray(message[field]) ? 'list' : typeof message[field] === 'string' ? 'str' : 'dict';
      if (got !== type) return failed(400, `parameter '${field}' must be a ${type}, got ${got}`);
    }
    return direction === 'forward' ? this.#forward(message) : this.#back(message);
  }

  #forward(message: Loose): { status: number; json: unknown } {
    const fail = (reason: string) =>
      failed(
        500,
        `server failed to receive interswarm forward message: error routing interswarm message: router failed to receive interswarm message forward: ${reason}`,
      );
    const { task_id: taskId, recipient, recipients = [recipient] } = message.payload as Loose;
    if (message.target_swarm !== this.name)
      return fail(`received interswarm message for wrong swarm: '${message.target_swarm}'`);
    for (const { address } of recipients as { address: string }[]) {
      const [agent = ''] = address.split('@');
      if (!(this.#options.agents ?? [this.#entrypoint]).includes(agent)) return fail(`unknown local agent: '${agent}'`);
    }
    if (this.#tasks.has(taskId as string)) return fail(`a task with ID '${taskId}' already exists in swarm memory`);
    const contributors = [
      ...(message.task_contributors as string[]),
      `swarm:${this.other?.swarm ?? 'caller'}@${this.name}`,
    ];
    this.#tasks.set(taskId as string, { owner: message.task_owner as string, contributors });
    return this.#receipt(taskId as string);
  }

  #back(message: Loose): { status: number; json: unknown } {
    const taskId = message.payload.task_id as string;
    const task = this.#tasks.get(taskId);
    if (task === undefined) return failed(400, 'task is not running');
    if (task.owner !== message.task_owner) return failed(500, `task owner mismatch: expected '${task.owner}'`);
    task.contributors = message.task_contributors as string[];
    return this.#receipt(taskId);
  }

  #receipt(taskId: string): { status: number; json: unknown } {
    const runner = `swarm:${this.other?.swarm ?? 'caller'}@${this.name}`;
    return { status: 200, json: { swarm: this.name, task_id: taskId, status: 'success', local_runner: runner } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

function failed(status: number, detail: string): { status: number; json: unknown } {
  return { status, json: { detail } };
}
