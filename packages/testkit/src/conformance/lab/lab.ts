import { newId } from '@posthouse/protocol';
import { NotApplicable, Unmet } from '../findings/verdict.ts';
import { asObject, type Ask, type Exchange, objectOf, type Speaker } from '../http/exchange.ts';
import { createSender, type Sender, type Tokens } from '../http/send.ts';
import { type Frame, parseStream } from '../streams/parse-stream.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import { CONFORMANCE_SWARM } from '../swarm/conformance-swarm.ts';
import { PEER_SWARM } from '../swarm/plays.ts';

export type LabOptions = {
  url: string;
  tokens: Tokens;
  /** The swarm to write to; the server's default one unless given. */
  swarm?: string;
  /** How long to wait for an answer; 20 seconds unless given. */
  timeoutMs?: number;
  /** Whether checks may change what the server serves: register swarms, load swarms. */
  allowChanges?: boolean;
  /** After how much silence the server pings, if a check should wait for it. */
  pingAfterMs?: number;
  /** The swarm that the token of an agent belongs to; what the server calls it, or `conformance-peer`, unless given. */
  peerName?: string;
  /** Where the peer listens that is registered, as the server can reach it; 127.0.0.1 unless given. */
  peerHost?: string;
};

/** A streamed answer, read to its end. */
export type Recording = { exchange: Exchange; frames: Frame[]; problems: string[]; taskId: string };

/** Keys of `POST /message`. */
type Message = Record<string, unknown>;

/** The server under test, and what has been learned about it so far. Everything is asked once, when a check needs it. */
export class Lab implements Disposable {
  readonly options: LabOptions;
  readonly #sender: Sender;
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #guests = new DisposableStack();

  constructor(options: LabOptions) {
    this.options = options;
    const { url, tokens } = options;
    this.#sender = createSender({ url: new URL(url), tokens, timeoutMs: this.timeoutMs });
  }

  /** How long any answer may take. */
  get timeoutMs(): number {
    return this.options.timeoutMs ?? 20_000;
  }

  has(speaker: Speaker): boolean {
    return speaker === 'nobody' || this.options.tokens[speaker] !== undefined;
  }

  send(ask: Ask): Promise<Exchange> {
    return this.#sender.send(ask);
  }

  get(path: string, as: Speaker = 'user'): Promise<Exchange> {
    return this.send({ method: 'GET', path, as });
  }

  post(path: string, json: unknown, as: Speaker = 'user'): Promise<Exchange> {
    return this.send({ method: 'POST', path, as, json });
  }

  /** `GET /task`, with the body that MAIL reads the id from. */
  task(taskId: string, as: Speaker = 'user'): Promise<Exchange> {
    return this.send({ method: 'GET', path: this.inSwarm('/task'), as, json: { task_id: taskId } });
  }

  /** A path, with the swarm that the suite was told to use. */
  inSwarm(path: string): string {
    const { swarm } = this.options;
    return swarm === undefined ? path : `${path}?swarm=${encodeURIComponent(swarm)}`;
  }

  root(): Promise<Exchange> {
    return this.once('root', () => this.get(this.inSwarm('/'), 'nobody'));
  }

  async swarmName(): Promise<string> {
    return this.options.swarm ?? String(asObject(objectOf(await this.root()).swarm).name);
  }

  /** Whether the server runs the swarm that plays the scenarios. */
  async hasScenarios(): Promise<boolean> {
    return (await this.swarmName()) === CONFORMANCE_SWARM;
  }

  whoami(as: Speaker = 'user'): Promise<{ id: string; role: string }> {
    return this.once(`whoami ${as}`, async () => {
      const { id, role } = objectOf(await this.get('/whoami', as));
      return { id: String(id), role: String(role) };
    });
  }

  /** The swarm that the suite speaks for. Servers may take letters only from the swarm that a token belongs to. */
  peerName(): Promise<string> {
    return this.once('peer name', async () => {
      const { peerName } = this.options;
      if (peerName !== undefined) return peerName;
      const exchange = this.has('agent') ? await this.get('/whoami', 'agent') : undefined;
      const { id } = exchange?.answer.status === 200 ? objectOf(exchange) : {};
      return typeof id === 'string' && id !== '' ? id : PEER_SWARM;
    });
  }

  /** Posts a message and waits for its answer. */
  message(message: Message, as: Speaker = 'user', { timeoutMs }: Pick<Ask, 'timeoutMs'> = {}): Promise<Exchange> {
    const { swarm } = this.options;
    return this.send({ method: 'POST', path: '/message', as, json: { swarm, ...message }, timeoutMs });
  }

  /** Posts a message and reads the stream that answers it. */
  async stream(message: Message, limits: Pick<Ask, 'timeoutMs'> = {}): Promise<Recording> {
    const taskId = String(message.task_id ?? newId());
    const exchange = await this.message({ task_id: taskId, ...message, stream: true }, 'user', limits);
    return { exchange, taskId, ...parseStream(exchange.answer.text) };
  }

  /** The stream of a scenario. */
  play(scenario: string, message: Message = {}): Promise<Recording> {
    return this.once(`play ${scenario}`, () => this.stream({ body: bodyOf(scenario), ...message }));
  }

  /** Words that any swarm can answer, or the simplest scenario where there is one. */
  async plainBody(): Promise<string> {
    return (await this.hasScenarios()) ? bodyOf('simple') : 'Please say hello and complete the task.';
  }

  /** The stream of a task that was completed. */
  completed(): Promise<Recording> {
    return this.once('completed', async () => {
      const recording = await this.stream({ body: await this.plainBody() });
      // How a stream ends is for another check to judge; here it counts that the task was completed.
      if (recording.frames.some(({ event }) => event === 'task_complete')) return recording;
      const last = recording.frames.at(-1);
      // A swarm that cannot do its work says nothing about the server; a swarm that never ends does.
      if (last?.event === 'task_error' && !(await this.hasScenarios())) {
        throw new NotApplicable(
          `needs a completed task, and the swarm did not complete one: ${String(last.data.response)}`,
        );
      }
      const expected = 'a stream with a task_complete';
      const seen = last === undefined ? 'no frame' : `a last frame ${last.event}`;
      throw new Unmet({ expected, seen, ...recording.exchange });
    });
  }

  /** The streams that checks of messages look at: all of them where there are scenarios, else the completed one. */
  async everyMessage(): Promise<{ recording: Recording; frame: Frame; message: Record<string, unknown> }[]> {
    const names = ['delegate', 'broadcast', 'interrupt', 'badtarget'];
    const recordings = [await this.completed()];
    if (await this.hasScenarios()) for (const name of names) recordings.push(await this.play(name));
    const found = recordings.flatMap((recording) =>
      recording.frames
        .filter(({ event }) => event === 'new_message')
        .map((frame) => ({ recording, frame, message: asObject(asObject(frame.data.extra_data).full_message) })),
    );
    if (found.length > 0) return found;
    throw new Unmet({ expected: 'messages in new_message frames', seen: 'none', ...recordings[0]!.exchange });
  }

  once<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const known = (this.#known.get(key) ?? work()) as Promise<Value>;
    this.#known.set(key, known);
    return known;
  }

  /** Keeps something until the suite is through. */
  keep<Guest extends Disposable>(guest: Guest): Guest {
    return this.#guests.use(guest);
  }

  [Symbol.dispose](): void {
    this.#guests.dispose();
    this.#sender.close();
  }
}
