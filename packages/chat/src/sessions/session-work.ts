import { invalidInput, PosthouseError } from '@posthouse/protocol';
import type { Submitted, SwarmInstance } from '@posthouse/runtime';
import { isDeleted, readLog, type Session } from '@posthouse/store';
import type { RunPlace, RunStreams } from '../streams/run-streams.ts';
import { sendStopped } from '../streams/send-stopped.ts';
import { toBranchName, toBranchTask } from './branch-name.ts';
import type { ChatAnswer } from './chat-answer.ts';
import type { ChatHost } from './chat-host.ts';
import { answering, findRun, type FoundRun, type RunChoice, toldUpTo } from './find-runs.ts';
import { locateRun, readRun } from './locate-run.ts';
import { toPath } from './session-path.ts';
import type { ChatRequest, ChatWish, WhenBusy } from './to-chat-request.ts';
import { toUserMessage } from './to-user-message.ts';
import { toChatRouting, toMailBody, type UserMessage } from './user-message.ts';

export type SessionWorkOptions = { host: ChatHost; streams: RunStreams; session: Session; request: ChatRequest };

const WHEN_OPEN = { queue: 'queue', interrupt: 'interrupt', reject: 'refuse' } as const;

/** Carries out one request in one session. */
export class SessionWork {
  readonly #host: ChatHost;
  readonly #streams: RunStreams;
  readonly #request: ChatRequest;
  readonly #instance: SwarmInstance;
  #session: Session;

  constructor({ host, streams, session, request }: SessionWorkOptions) {
    this.#host = host;
    this.#streams = streams;
    this.#request = request;
    this.#session = session;
    this.#instance = host.instance(session.owner, session.agent);
  }

  /** The session as it stands now. */
  get session(): Session {
    return this.#session;
  }

  async carryOut(): Promise<ChatAnswer> {
    const { wish } = this.#request;
    if (wish.type === 'answer') return this.#answer(wish);
    if (wish.type === 'regenerate') return this.#regenerate(wish);
    return wish.edits === true ? this.#edit(wish.message) : this.#send(wish.message);
  }

  async #send(message: UserMessage): Promise<ChatAnswer> {
    // What stands in an earlier part of the conversation was sent before, and is not sent again.
    const path = toPath(this.#session);
    for (const { taskId, beforeRun } of path.length === 1 ? [] : path.toReversed()) {
      const earlier = await this.#instance.posted(taskId, toKey(message));
      // What comes after the place where a branch begins is not part of the conversation any more.
      const isKept = earlier !== undefined && (beforeRun === undefined || earlier.run < beforeRun);
      if (isKept) return this.#toAnswer(earlier);
    }
    return this.#toAnswer(await this.#post(message, this.#request.whenBusy));
  }

  async #edit(message: UserMessage): Promise<ChatAnswer> {
    const by = toBranchName({ edit: message });
    const current = this.#session.branches.find(({ taskId }) => taskId === this.#session.taskId);
    if (current?.by !== by) {
      const found = await this.#findRun((runs) => answering(runs, message.id));
      // A message that never arrived, or that nobody has answered yet, cannot be taken back.
      if (found === undefined) return this.#send(message);
      await this.#branch(found, by);
      const before = toldUpTo(found.run, message.id)!.slice(0, -1);
      return this.#toAnswer(await this.#postAll([...before.map((entry) => toUserMessage(entry)), message]));
    }
    return this.#toAnswer(await this.#post(message, 'queue'));
  }

  async #regenerate({ answerId, message }: ChatWish & { type: 'regenerate' }): Promise<ChatAnswer> {
    const name = answerId ?? message?.id;
    const found = await this.#findRun((runs) =>
      name === undefined ? runs.at(-1) : (runs.findLast((run) => run.answerId === name) ?? answering(runs, name)),
    );
    if (found === undefined) return this.#regenerateElsewhere(answerId, message);
    await this.#branch(found, toBranchName({ regenerate: found.run.answerId }));
    return this.#toAnswer(await this.#postAgain(found.run, name));
  }

  /** The answer is not part of the conversation any more: it may have been asked for once more already. */
  async #regenerateElsewhere(answerId: string | undefined, message: UserMessage | undefined): Promise<ChatAnswer> {
    const by = answerId === undefined ? undefined : toBranchName({ regenerate: answerId });
    const branch = by === undefined ? undefined : this.#session.branches.findLast((each) => each.by === by);
    if (branch?.from !== undefined) {
      const { taskId, beforeRun } = branch.from;
      const run = await this.#runOf(taskId, (runs) => runs.find((each) => each.run === beforeRun));
      if (run !== undefined) return this.#toAnswer(await this.#postAgain(run, answerId, branch.taskId));
    }
    // A message that never arrived has no answer to be given once more; its first one will do.
    if (answerId === undefined && message !== undefined) return this.#send(message);
    throw invalidInput('there is no such answer in this session');
  }

  async #answer({ answerId, answers, seen }: ChatWish & { type: 'answer' }): Promise<ChatAnswer> {
    const { taskId } = this.#session;
    const place = await this.#placeOf(answerId);
    const log = readLog(this.#host.store, place.task.key, place.after);
    const { calls } = await readRun(log, { taskId, swarm: this.#session.agent, run: place.run });
    // By the name that tells turns apart: models use the same id again, and what was answered once is not answered twice.
    const fitting = answers.flatMap(({ toolCallId, content }) => {
      const call = calls.get(toolCallId);
      return call?.isAsked === true ? [{ callId: call.callId, content }] : [];
    });
    const waiting = [...calls].flatMap(([id, { isAsked }]) => (isAsked ? [id] : []));
    if (waiting.length > 0 && fitting.length === 0) {
      const open = waiting.join(', ');
      throw new PosthouseError({ code: 'call_not_found', message: `nothing here answers an open call: ${open}` });
    }
    const resumed = fitting.length === 0 ? undefined : await this.#resume(fitting);
    const known = seen ?? resumed?.after ?? (await this.#lastPause(place));
    return {
      ...this.#names(taskId),
      stream: (connection, leaving) => this.#streams.read(place, { connection, leaving, seen: known }),
    };
  }

  /** Undefined when somebody else has answered at the same moment: then what they have started is shown. */
  async #resume(answers: Parameters<SwarmInstance['resume']>[1]): Promise<Submitted | undefined> {
    try {
      return await this.#instance.resume(this.#session.taskId, answers);
    } catch (error) {
      if (PosthouseError.isInstance(error) && error.code === 'call_not_found') return undefined;
      throw error;
    }
  }

  async #placeOf(answerId: string): Promise<RunPlace> {
    const { taskId } = this.#session;
    const task = await this.#instance.task(taskId);
    const newest = await this.#runOf(taskId, (runs) => runs.at(-1));
    if (task !== undefined && newest?.answerId === answerId && newest.run === task.run) return { task, ...newest };
    throw new PosthouseError({ code: 'call_not_found', message: 'this message is no longer the newest answer' });
  }

  async #lastPause({ task, run, after }: RunPlace): Promise<number> {
    let last = after;
    for await (const entry of readLog(this.#host.store, task.key, after)) {
      if (entry.run === run && entry.type === 'paused') last = entry.seq;
    }
    return last;
  }

  /** Goes on in a new task that knows what was said before a run. What is under way in the old one is of no use now. */
  async #branch({ taskId: from, run: { run: beforeRun } }: Found, by: string): Promise<void> {
    const { owner, id, branches, taskId: current } = this.#session;
    if ((await this.#instance.task(current))?.openRun != null) {
      if (this.#request.whenBusy === 'reject') throw busy(id);
      await this.#instance.cancel(current);
    }
    // Whoever has come back to where a branch begins, and asks for the same once more, wants one more.
    const known = branches.filter((branch) => branch.by === by && branch.from?.taskId === from).length;
    const name = known === 0 ? by : `${by} ${known + 1}`;
    const taskId = toBranchTask({ owner, sessionId: id, from, beforeRun, by: name });
    await this.#instance.fork(from, { beforeRun, newTaskId: taskId }).catch((error: unknown) => {
      if (!PosthouseError.isInstance(error) || error.code !== 'task_exists') throw error;
    });
    const { version, ...session } = this.#session;
    const all = [...branches, { taskId, from: { taskId: from, beforeRun }, by }];
    const { sessions } = this.#host.store;
    try {
      this.#session = await sessions.put({ ...session, taskId, branches: all }, { expect: version });
    } catch (error) {
      // Nobody would find the branch of a session that was deleted meanwhile.
      const isGone = await sessions.get(owner, id).then((found) => found === undefined, isDeleted);
      if (isGone) await this.#host.engine.forget({ swarm: session.agent, ...owner }, taskId);
      throw error;
    }
  }

  /** Looks through the conversation as it stands, from its end. */
  async #findRun(choose: RunChoice): Promise<Found | undefined> {
    for (const { taskId, beforeRun } of toPath(this.#session).toReversed()) {
      const run = await this.#runOf(taskId, choose, beforeRun);
      if (run !== undefined) return { taskId, run };
    }
    return undefined;
  }

  async #runOf(taskId: string, choose: RunChoice, beforeRun?: number): Promise<FoundRun | undefined> {
    const task = await this.#instance.task(taskId);
    return task === undefined ? undefined : findRun(this.#host.store, task, choose, beforeRun);
  }

  /** Posts what a run has answered once more, or what it was told up to a message that is named. */
  #postAgain(run: FoundRun, name: string | undefined, taskId?: string): Promise<Submitted> {
    const told = (name === undefined ? undefined : toldUpTo(run, name)) ?? run.messages;
    return this.#postAll(
      told.map((entry) => toUserMessage(entry)),
      taskId,
    );
  }

  /** The first message starts a run, and the others join it. The answer is that to the last one, should the run be quicker. */
  async #postAll([first, ...rest]: UserMessage[], taskId?: string): Promise<Submitted> {
    if (first === undefined) {
      throw invalidInput('there is no message to answer again');
    }
    let submitted = await this.#post(first, 'queue', taskId);
    for (const message of rest) submitted = await this.#post(message, 'interrupt', taskId);
    return submitted;
  }

  async #post(message: UserMessage, whenBusy: WhenBusy, taskId = this.#session.taskId): Promise<Submitted> {
    const { entrypoint } = this.#request;
    try {
      return await this.#instance.submit({
        taskId,
        body: toMailBody(message.parts),
        routingInfo: toChatRouting(message),
        whenOpen: WHEN_OPEN[whenBusy],
        idempotencyKey: toKey(message),
        entrypoint,
      });
    } catch (error) {
      if (PosthouseError.isInstance(error) && error.code === 'task_running') throw busy(this.#session.id);
      throw error;
    }
  }

  #toAnswer(submitted: Submitted): ChatAnswer {
    const { taskId } = submitted;
    return {
      ...this.#names(taskId),
      stream: async (connection, leaving) => {
        try {
          const task = (await this.#instance.task(taskId))!;
          const found = await locateRun(this.#host.engine, task, submitted, leaving);
          if (found === undefined) return sendStopped(connection);
          const { run, after = await this.#startOf(taskId, found.run) } = found;
          await this.#streams.read({ task, run, after }, { connection, leaving });
        } catch {
          // The reader has left, or the process stops; who is still there notices that something is missing.
          connection.drop();
        }
      },
    };
  }

  async #startOf(taskId: string, run: number): Promise<number> {
    const open = await this.#instance.openRun(taskId);
    return open?.run === run ? open.after : 0;
  }

  #names(taskId: string): { sessionId: string; taskId: string } {
    return { sessionId: this.#session.id, taskId };
  }
}

type Found = { taskId: string; run: FoundRun };

/** The same message is posted once, however often it is sent. */
function toKey({ id }: UserMessage): string {
  return `chat:${id}`;
}

function busy(id: string): PosthouseError {
  return new PosthouseError({
    code: 'session_busy',
    message: `the session '${id}' is answering another message; send it again later, or with whenBusy "queue"`,
  });
}
