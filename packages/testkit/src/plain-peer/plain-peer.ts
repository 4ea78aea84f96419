import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlainLetter } from './plain-letter.ts';
import { type Direction, type PlainTask, PlainTasks } from './plain-tasks.ts';

/** JSON, if there was any. */
type Body = Record<string, unknown>;

/** A request as it came: everything but what belongs to the connection. */
export type PlainRequest = { method: string; path: string; headers: Record<string, string>; body: Body };

/** What the other server answered to a letter. */
export type PlainAnswer = { status: number; body: Body };

/** Mail as an agent of the peer reads it. */
export type PlainMail = { taskId: string; from: string; subject: string; body: string };

/** A call of an agent of the peer. */
export type PlainCall =
  | { tool: 'send_request' | 'send_response'; target: string; subject: string; body: string }
  | { tool: 'task_complete'; finishMessage: string };

/** What an agent of the peer does about mail; `turn` counts its turns in the task from 1. */
export type PlainAgent = (mail: PlainMail, turn: number) => readonly PlainCall[];

export type PlainPeerOptions = {
  name?: string;
  /** What its entrypoint is called, and so where it thinks that everybody else's entrypoint is. */
  entrypoint?: string;
  /** Its agents; the entrypoint alone unless given. One that does nothing just reads. */
  agents?: Readonly<Record<string, PlainAgent>>;
  /** What others must say to it. */
  token?: string;
  /** Told of each letter that begins a task, after it has been taken: to answer by hand. */
  onLetter?: (letter: PlainLetter, peer: PlainPeer) => void | Promise<void>;
};

type Sent = { sender: string; target: string; type: 'request' | 'response'; payload: Record<string, unknown> };

/**
 * A small server that treats letters as MAIL's own does, for better or worse. Its agents take every letter for the next
 * answer. It wants all ten fields and sends nulls; it knows a task only once, and ignores mail to one that is complete;
 * what an agent has sent in the turn that completes is lost; the word that a task is complete goes to the name of its own
 * entrypoint at each swarm that it has written to, and to no other.
 *
 * @example
 * await using peer = await PlainPeer.start({ name: 'weather', agents: { supervisor: () => [{ tool: 'task_complete', finishMessage: 'Rain.' }] } });
 * peer.other = { url: server.url, swarm: 'alpha', token: 'the token of weather at alpha' };
 */
export class PlainPeer implements AsyncDisposable {
  readonly name: string;
  readonly token: string;
  readonly requests: PlainRequest[] = [];
  /** What its agents have read, in order. */
  readonly read: PlainMail[] = [];
  /** Letters of its own that the other server has refused. Its agents are not told. */
  readonly refused: PlainAnswer[] = [];
  /** Where the other server is, and what to say there. */
  other: { url: string; swarm: string; token: string } | undefined;
  readonly #options: PlainPeerOptions;
  readonly #server: Server;
  readonly #tasks = new PlainTasks();
  readonly #turns = new Map<string, number>();
  readonly #completions = new Map<string, PromiseWithResolvers<string>>();
  #work: Promise<unknown> = Promise.resolve();

  private constructor(options: PlainPeerOptions) {
    this.#options = options;
    this.name = options.name ?? 'weather';
    this.token = options.token ?? 'token-of-the-peer';
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: PlainPeerOptions = {}): Promise<PlainPeer> {
    const peer = new PlainPeer(options);
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Letters that came, in order. */
  letters(direction?: Direction): PlainLetter[] {
    return this.requests
      .filter(({ path }) => path.startsWith('/interswarm/') && (direction === undefined || path.endsWith(direction)))
      .map(({ body }) => body.message as PlainLetter);
  }

  /** A user of the peer writes to its entrypoint. Gives the text that completes the task. */
  async post(body: string, taskId: string = randomUUID()): Promise<string> {
    const task = this.#tasks.own(taskId, `user:u-1@${this.name}`);
    task.isComplete = false;
    const completion = Promise.withResolvers<string>();
    this.#completions.set(taskId, completion);
    this.#take(task, this.#entrypoint, { taskId, from: 'u-1', subject: 'New Message', body });
    return completion.promise;
  }

  /** Its entrypoint asks an agent of the other server something, on behalf of a user. */
  async begin(
    recipient: string,
    body: string,
    taskId: string = randomUUID(),
  ): Promise<PlainAnswer & { taskId: string }> {
    const task = this.#tasks.own(taskId, `user:u-1@${this.name}`);
    const payload = { subject: 'Need help', body };
    const sent = { sender: this.#entrypoint, target: recipient, type: 'request', payload } as const;
    return { ...(await this.#send(taskId, task, sent)), taskId };
  }

  /** Answers the sender of a letter, as an agent would before it completes. */
  async reply({ payload: { sender, task_id: taskId } }: PlainLetter, body: string): Promise<PlainAnswer> {
    const payload = { subject: 'Re', body };
    const sent = { sender: this.#entrypoint, target: sender.address, type: 'response', payload } as const;
    return this.#send(taskId, this.#tasks.get(taskId)!, sent);
  }

  /** The word that it has completed the task of a letter. */
  async complete({ payload: { task_id: taskId } }: PlainLetter, body: string): Promise<PlainAnswer> {
    return this.#send(taskId, this.#tasks.get(taskId)!, this.#toNotice(this.#entrypoint, this.other!.swarm, body));
  }

  /** Resolves when its agents have nothing left to do. */
  async settled(): Promise<void> {
    for (let work: unknown; work !== this.#work;) {
      work = this.#work;
      await this.#work;
    }
  }

  get #entrypoint(): string {
    return this.#options.entrypoint ?? 'supervisor';
  }

  get #agents(): Readonly<Record<string, PlainAgent>> {
    return this.#options.agents ?? { [this.#entrypoint]: () => [] };
  }

  /** Mail is read in the order in which it came, one turn after the other. */
  #take(task: PlainTask, agent: string, mail: PlainMail): void {
    this.#then(async () => {
      // Mail to a completed task is ignored.
      if (task.isComplete) return;
      this.read.push(mail);
      const name = `${mail.taskId}/${agent}`;
      const turn = (this.#turns.get(name) ?? 0) + 1;
      this.#turns.set(name, turn);
      await this.#act(task, agent, mail.taskId, this.#agents[agent]?.(mail, turn) ?? []);
    });
  }

  async #act(task: PlainTask, sender: string, taskId: string, calls: readonly PlainCall[]): Promise<void> {
    const completion = calls.find((call) => call.tool === 'task_complete');
    for (const call of calls) {
      if (call.tool === 'task_complete') continue;
      const { tool, target, subject, body } = call;
      task.remoteSwarms.add(target.split('@')[1]!);
      const type = tool === 'send_request' ? 'request' : 'response';
      // A completion discards everything that was still to be sent.
      if (completion === undefined)
        await this.#send(taskId, task, { sender, target, type, payload: { subject, body } });
    }
    if (completion === undefined) return;
    const { finishMessage: text } = completion;
    task.isComplete = true;
    for (const swarm of task.remoteSwarms) await this.#send(taskId, task, this.#toNotice(sender, swarm, text));
    this.#completions.get(taskId)?.resolve(text);
  }

  #toNotice(sender: string, swarm: string, body: string): Sent {
    const swarms = { sender_swarm: this.name, recipient_swarm: swarm };
    const routing_info = { origin_swarm: this.name, remote_swarm: swarm };
    const payload = { subject: '::task_complete::', body, ...swarms, routing_info };
    return { sender, target: `${this.#entrypoint}@${swarm}`, type: 'response', payload };
  }

  async #send(taskId: string, task: PlainTask, { sender, target, type, payload }: Sent): Promise<PlainAnswer> {
    const { url, swarm, token } = this.other!;
    const own = task.owner.endsWith(`@${this.name}`) ? task.owner : `swarm:${swarm}@${this.name}`;
    if (!task.contributors.includes(own)) task.contributors.push(own);
    const isKnown = task.contributors.some((contributor) => contributor.split('@')[1] === swarm);
    const message = {
      message_id: randomUUID(),
      source_swarm: this.name,
      target_swarm: swarm,
      timestamp: new Date().toISOString().replace('Z', '000+00:00'),
      payload: {
        task_id: taskId,
        request_id: randomUUID(),
        sender: { address_type: 'agent', address: `${sender}@${this.name}` },
        recipient: { address_type: 'agent', address: target },
        sender_swarm: null,
        recipient_swarm: null,
        routing_info: { remote_swarm: swarm },
        ...payload,
      },
      msg_type: type,
      auth_token: token,
      task_owner: task.owner,
      task_contributors: task.contributors,
      metadata: {},
    };
    const response = await fetch(`${url}/interswarm/${isKnown ? 'back' : 'forward'}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `MAIL-Interswarm-Router/${this.name}`,
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ message }),
    });
    const answer = { status: response.status, body: (await response.json()) as Body };
    if (!response.ok) this.refused.push(answer);
    return answer;
  }

  #then(work: () => void | Promise<void>): void {
    this.#work = this.#work.then(work);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    const headers = request.headers as Record<string, string>;
    this.requests.push({ method: request.method ?? '', path, headers, body });
    const answer = (status: number, json: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    };
    if (path === '/') return answer(200, this.#about());
    if (path === '/health') return answer(200, { status: 'healthy', swarm_name: this.name, timestamp: 'now' });
    if (headers.authorization !== `Bearer ${this.token}`) return answer(401, { detail: 'invalid API key' });
    if (path === '/message') return answer(200, { response: `you said: ${String(body.body)}`, events: null });
    const direction = path.split('/').at(-1) as Direction;
    const letter = body.message as PlainLetter | undefined;
    const caller = this.other?.swarm ?? 'caller';
    const judged = this.#tasks.take(direction, letter, { name: this.name, agents: Object.keys(this.#agents), caller });
    if (!('task' in judged)) return answer(judged.status, { detail: judged.detail });
    const taskId = letter!.payload.task_id;
    answer(200, { swarm: this.name, task_id: taskId, status: 'success', local_runner: `swarm:${caller}@${this.name}` });
    this.#receive(direction, letter!, judged.task);
  }

  #receive(direction: Direction, letter: PlainLetter, task: PlainTask): void {
    const { sender, subject, body, task_id: taskId, recipient, recipients = [recipient!] } = letter.payload;
    const agents = new Set(recipients.map(({ address }) => address.split('@')[0]!));
    for (const agent of agents) this.#take(task, agent, { taskId, from: sender.address, subject, body });
    const { onLetter } = this.#options;
    if (direction === 'forward' && onLetter !== undefined) this.#then(() => onLetter(letter, this));
  }

  #about(): unknown {
    const swarm = {
      name: this.name,
      version: '1.3.6',
      description: 'Knows the sky.',
      entrypoint: this.#entrypoint,
      keywords: ['sky'],
      public: true,
    };
    return { name: 'mail', protocol_version: '1.3', swarm, status: 'running', uptime: 1.5 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
