import { type JSONObject, type JSONSchema, type JSONValue, messageOf, PosthouseError } from '@posthouse/protocol';
import type { ActionContext } from '../definitions/action.ts';
import { OutcomeUnknown } from '../definitions/outcome-unknown.ts';
import { TextBeginning } from '../definitions/text-beginning.ts';
import { findInterpreter } from './find-interpreter.ts';
import type { PythonEvent } from './python-event.ts';
import { PythonProcess } from './python-process.ts';

const DEFAULT_UNANSWERED_MS = 10_000;
const DEFAULT_SET_UP_MS = 120_000;
/** A process that ends sooner after its start waits for the next call before it is started again. */
const SHORT_LIFE_MS = 5_000;

export type PythonBridgeOptions = {
  /** An interpreter, or the folder of a virtual environment; else that of `VIRTUAL_ENV`, else `python3`. */
  python?: string | undefined;
  /** Folders to import from, before those that Python knows. */
  folders?: readonly string[];
  /** What the code finds in its environment in addition to ours. */
  environment?: Readonly<Record<string, string>>;
  /** How long code may block the event loop before the process is ended; ten seconds unless given. */
  unansweredMs?: number;
  /** How long an import or a factory may take before the process is ended; two minutes unless given. */
  setUpMs?: number;
  /** Told what happens: output of the user's code, tracebacks, starts and ends. */
  onEvent?: (event: PythonEvent) => void;
};

/** What a Python name stands for. */
export type PythonTarget =
  | { kind: 'action'; name: string; description: string; parameters: JSONSchema; checksInput: boolean }
  | { kind: 'callable' }
  | { kind: 'value'; value: JSONValue }
  /** Something that JSON cannot say. */
  | { kind: 'opaque'; type: string };

/** What an agent in Python is asked. */
export type PythonQuestion = {
  /** The name of its factory. */
  factory: string;
  /** Agents are made once for each key, and keep what they remember as long as the process lives. */
  key: string;
  /** The keywords of the factory. */
  params: JSONObject;
  /** Of the user, for the factory; null when it is not known. An agent is made anew for another one. */
  user_token: string | null;
  messages: JSONObject[];
  tool_choice: JSONValue;
};

/**
 * Runs the Python code of swarms in a child process. The process is started when it is first needed, and again when it has
 * ended. Everything is named, so that a new process knows what is meant.
 *
 * @example
 * await using python = new PythonBridge({ python: '.venv', folders: ['/srv/swarm'] });
 * const [team] = await loadSwarmsFile('/srv/swarm/swarms.json', { python });
 */
export class PythonBridge implements AsyncDisposable {
  readonly #options: PythonBridgeOptions;
  readonly #onEvent: (event: PythonEvent) => void;
  /** What has been named so far; a new process imports it before it gets anything to do. */
  readonly #names = new Set<string>();
  #process: Promise<PythonProcess> | undefined;
  #isClosed = false;

  constructor(options: PythonBridgeOptions = {}) {
    this.#options = options;
    this.#onEvent = options.onEvent ?? (() => undefined);
  }

  /** Starts the process ahead of time. What goes wrong is told to whoever needs it first. */
  start(): void {
    this.#running().catch(() => undefined);
  }

  /** What a name stands for. Rejects with Python's own sentence when there is no such thing. */
  async resolve(name: string): Promise<PythonTarget> {
    const running = await this.#running();
    const target = toTarget(await running.resolve(name).catch(withType));
    this.#names.add(name);
    return target;
  }

  /** Runs a function or an action; gives its result as text, in Python's own words where it is none. */
  async call(name: string, input: JSONValue, context: ActionContext): Promise<string | TextBeginning> {
    const { signal, task, agent, callId, idempotencyKey, log } = context;
    signal.throwIfAborted();
    const running = await this.#running();
    const about: JSONObject = {
      task: task.id,
      swarm: task.swarm,
      user: task.owner,
      agent,
      call_id: callId,
      idempotency_key: idempotencyKey,
    };
    const result = await running.run({ op: 'call', name, input, context: about }, { signal, onRemark: log });
    return typeof result === 'string' ? result : new TextBeginning((result as { beginning: string }).beginning);
  }

  /** Asks an agent that a factory in Python makes, or has made for this key; gives the calls that it answers with. */
  async answer(question: PythonQuestion, options: { signal: AbortSignal }): Promise<JSONValue> {
    const ask = async (): Promise<JSONValue> => {
      const running = await this.#running();
      return running.run({ op: 'answer', name: question.factory, ...question }, options);
    };
    try {
      return await ask();
    } catch (error) {
      // Nothing is recorded of the answer, so it can be asked for again, as a model would be after a crash.
      if (error instanceof OutcomeUnknown) return ask();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const running = await this.#process?.catch(() => undefined);
    await running?.end();
  }

  #running(): Promise<PythonProcess> {
    if (this.#isClosed) {
      return Promise.reject(new PosthouseError({ code: 'action_failed', message: 'the server is shutting down' }));
    }
    this.#process ??= this.#start();
    return this.#process;
  }

  async #start(): Promise<PythonProcess> {
    const {
      folders = [],
      environment,
      unansweredMs = DEFAULT_UNANSWERED_MS,
      setUpMs = DEFAULT_SET_UP_MS,
    } = this.#options;
    const interpreter = findInterpreter({ python: this.#options.python });
    try {
      const onEvent = this.#onEvent;
      const limits = { unansweredMs, setUpMs };
      const started = await PythonProcess.start({ interpreter, folders, environment, ...limits, onEvent });
      const startedAt = performance.now();
      void started.gone.then((reason) => this.#restart(reason, performance.now() - startedAt));
      // A name that is gone by now fails whoever uses it.
      await Promise.allSettled([...this.#names].map((name) => started.resolve(name)));
      return started;
    } catch (error) {
      this.#process = undefined;
      throw error;
    }
  }

  #restart(reason: string, livedMs: number): void {
    this.#process = undefined;
    if (this.#isClosed) return;
    this.#onEvent({ kind: 'ended', reason });
    if (livedMs >= SHORT_LIFE_MS) this.start();
  }
}

/** In code, the kind of an exception is half of what it says. */
function withType(error: unknown): never {
  const { type } = (PosthouseError.isInstance(error) ? (error.details ?? {}) : {}) as { type?: string };
  if (type === undefined) throw error;
  throw new PosthouseError({ code: 'action_failed', message: `${type}: ${messageOf(error)}`, cause: error });
}

function toTarget(value: JSONValue): PythonTarget {
  const { checks_input: checksInput = false, ...target } = value as JSONObject;
  return { ...target, ...(target.kind === 'action' ? { checksInput } : {}) } as PythonTarget;
}
