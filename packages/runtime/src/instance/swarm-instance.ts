import {
  type Budget,
  defined,
  type Instance,
  type InstanceRole,
  invalidInput,
  isTaskId,
  type JSONObject,
  type JSONSchema,
  type LogEntry,
  type MessageEntry,
  type MAILMessage,
  newId,
  PosthouseError,
  type ToolSpec,
} from '@posthouse/protocol';
import { type Committed, isDeleted, type Store, type Task, type TaskKey } from '@posthouse/store';
import type { ActionOverride, RunLimits, SwarmDefinition } from '../definitions/swarm-definition.ts';
import { Deadline } from '../timing/deadline.ts';
import { findAgent } from '../definitions/find-agent.ts';
import { toBudgetError } from '../budgets/budget-gate.ts';
import { composeBroadcast, composeRequest, ownerAddress, toInterrupt } from '../messages/compose-messages.ts';
import { composeBuffered, decideBuffers, isBuffered } from '../manual/decide-buffers.ts';
import { composeStep, decideStep, findStep } from '../manual/decide-step.ts';
import { type StepOptions, toRecipients, toStepContext } from '../manual/step-options.ts';
import {
  followStep,
  type StepProgress,
  type StepResult,
  type SubmittedStep,
  toPausedResult,
} from '../manual/step-result.ts';
import { QueueAdmission } from '../queue/queue-admission.ts';
import type { CallBounds } from '../queue/call-bounds.ts';
import { decideCancel } from '../task/decide-cancel.ts';
import { findForks } from '../engine/delete-task.ts';
import { decideChatPost, type WhenOpen } from '../task/decide-chat-post.ts';
import { decidePost } from '../task/decide-post.ts';
import { type CallAnswers, decideRemoteResume, decideResume } from '../task/decide-resume.ts';
import { awaitOutcome, type PostResult, type Submitted } from '../follow/await-outcome.ts';
import { Engine } from '../engine/engine.ts';
import { findEntrypoint, refuseBadFormat, refuseTakenNames, toCallerTools } from './find-entrypoint.ts';
import { type FollowTaskOptions, followTask, type TokenEvent } from '../follow/follow-task.ts';
import { findGiven, refuseOtherAnswers } from './find-given.ts';
import { forkTask } from '../task/fork-task.ts';
import { refuseOtherMessage } from './refuse-other-message.ts';
import { resumeOnce } from './resume-once.ts';
import { dataOf } from '../task/task-data.ts';

export type SwarmInstanceOptions = {
  store: Store;
  userId?: string;
  role?: InstanceRole;
  /** `userToken` is sent as bearer token to a model proxy. */
  instanceParams?: { userToken?: string };
  actionOverride?: ActionOverride;
  /** How many model calls are made at once; see docs/configuration.md. */
  modelCalls?: Partial<CallBounds>;
  /** In `manual` mode, agents take turns only when you call `manualStep`; see docs/manual-mode.md. */
  mode?: RunMode;
  onError?: (error: unknown) => void;
};

/** What was deleted, by its keys, and which forks there are, deleted or not. */
export type Deleted = { forks: string[]; keys: TaskKey[] };

export type RunMode = 'automatic' | 'manual';

export type PostOptions = {
  body: string;
  subject?: string;
  /** An id chosen by the caller; if no task has it, a new task is made. */
  taskId?: string;
  /** The agent that gets the message, if not the swarm's entrypoint. */
  entrypoint?: string;
  messageType?: 'request' | 'broadcast';
  /** In manual mode: the agents whose buffers it goes to, or `all`. The entrypoint's by default. */
  recipients?: string[];
  /** The caller's own tools, for the run that this message starts: their calls pause it until the caller answers. */
  tools?: ToolSpec[];
  /** JSON Schema of the answer. */
  responseFormat?: JSONSchema;
  limits?: RunLimits;
  /** What the run may spend before it pauses, if different from the swarm's budget. */
  budget?: Budget;
  /**
   * What happens to the message while a run is open: it joins the run unless you choose otherwise. With the other
   * options, a paused run ends in favour of the message. A run that is at work continues while the message waits for
   * the next one (`queue`), is interrupted (`interrupt`), or makes this call fail with `task_running` (`refuse`).
   */
  whenOpen?: WhenOpen;
  /** Sent with the message, under names that MAIL does not use. */
  routingInfo?: JSONObject;
  /** Addresses an agent that is marked `direct`, and lets it complete the task. */
  bypassSupervisor?: boolean;
  /** Takes the message even if the queue is full; otherwise it is refused with `queue_full`. */
  evenIfFull?: boolean;
  /** Refuses with `task_deleted` to begin a task with a key that was used in a deleted task. */
  unlessKeyDeleted?: boolean | undefined;
  /** Two messages with the same key are one; a different message is refused with `key_reused`. */
  idempotencyKey?: string;
  /** How long to wait for the answer; the run continues afterwards. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

/** A swarm at work for one caller. */
export class SwarmInstance implements AsyncDisposable {
  readonly definition: SwarmDefinition;
  readonly owner: Instance;
  readonly mode: RunMode;
  readonly #engine: Engine;

  constructor(definition: SwarmDefinition, owner: Instance, engine: Engine, mode: RunMode = 'automatic') {
    this.definition = definition;
    this.owner = owner;
    this.mode = mode;
    this.#engine = engine;
  }

  static async open(definition: SwarmDefinition, options: SwarmInstanceOptions): Promise<SwarmInstance> {
    const {
      store,
      userId = 'default_user',
      role = 'user',
      instanceParams,
      actionOverride,
      onError,
      mode,
      modelCalls,
    } = options;
    const userToken = instanceParams?.userToken;
    const engine = await Engine.start({
      store,
      swarms: [definition],
      ...defined({
        userToken: userToken === undefined ? undefined : () => userToken,
        actionOverride,
        onError,
        modelCalls,
      }),
    });
    return new SwarmInstance(definition, { swarm: definition.name, role, id: userId }, engine, mode);
  }

  /** Posts a message and waits until the run that reads it ends or pauses. */
  async postMessage(options: PostOptions): Promise<PostResult> {
    if (this.mode === 'manual') {
      throw invalidInput(
        'in manual mode agents do not answer by themselves: submit() the message, then call manualStep()',
      );
    }
    const submitted = await this.submit(options);
    return this.answer(submitted, options);
  }

  /** Posts a message and yields the log of its run as it grows. */
  async *stream(options: PostOptions & Pick<FollowTaskOptions, 'tokens'>): AsyncGenerator<LogEntry | TokenEvent> {
    const { taskId, after } = await this.submit(options);
    const { tokens, signal } = options;
    yield* this.follow(taskId, {
      after,
      until: 'pause',
      ...defined({ tokens, signal }),
    });
  }

  /** Throws what a message that begins a chat would be refused with now: `budget_exceeded` or `queue_full`. */
  async refuseChat(): Promise<void> {
    const usedUp = await this.#engine.budgets.usedUp(this.owner, this.definition.budgets);
    if (usedUp !== undefined) throw toBudgetError(usedUp);
    this.#engine.queue.refuseIfFull(this.owner, this.definition.modelCalls);
  }

  /** Posts a message and returns as soon as it is safe on disk. */
  async submit(options: PostOptions): Promise<Submitted> {
    const taskId = options.taskId ?? newId();
    if (!isTaskId(taskId)) throw invalidInput("a task id has 1 to 256 characters and is not '.' or '..'");
    const to = findEntrypoint(this.definition, options);
    const tools = toCallerTools(this.definition, options.tools);
    refuseTakenNames(this.definition, to, tools ?? []);
    refuseBadFormat(options.responseFormat);
    const recipients = this.#recipientsOf(options, to);
    const message = this.#toMessage({ ...options, taskId, entrypoint: to }, recipients);
    const reader = findAgent(this.definition, to);
    // Whoever chats starts another run with each message, and there would be nothing to spend on it.
    const usedUp = options.whenOpen && (await this.#engine.budgets.usedUp(this.owner, this.definition.budgets));
    const { responseFormat, limits, budget, bypassSupervisor, idempotencyKey, whenOpen } = options;
    using admission = new QueueAdmission(this.#engine.queue, { owner: this.owner, taskId, reader });
    const committed = await this.#engine.change(
      this.owner,
      taskId,
      (state) => {
        if (usedUp !== undefined) throw toBudgetError(usedUp);
        const post = {
          message,
          to,
          ...defined({ tools, responseFormat, limits, budget, direct: bypassSupervisor }),
          now: Date.now(),
        };
        if (isBuffered(state.task, this.mode)) {
          return decideBuffers(state.task, post, { recipients, definition: this.definition });
        }
        if (options.evenIfFull !== true) admission.refuseIfFull(this.definition.modelCalls);
        return whenOpen === undefined
          ? decidePost(state, post)
          : decideChatPost(state, { ...post, whenOpen, cutIn: toInterrupt(message) });
      },
      {
        once: idempotencyKey,
        unlessKeyDeleted: options.unlessKeyDeleted || undefined,
        isNew: options.taskId === undefined,
      },
    );
    if (committed!.repeated) refuseOtherMessage(committed!.entries, { message, tools, responseFormat });
    return toSubmitted(taskId, committed!);
  }

  /** Waits for the outcome of a submitted message. */
  async answer(submitted: Submitted, options: Pick<PostOptions, 'timeoutMs' | 'signal'> = {}): Promise<PostResult> {
    const { taskId } = submitted;
    using deadline = new Deadline(options.timeoutMs ?? Number.POSITIVE_INFINITY);
    const { signal } = options;
    const signals = [this.#engine.stopping, deadline.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const key = submitted.key ?? (await this.#find(taskId)).key;
      return await awaitOutcome(this.#engine, { key, owner: this.owner }, submitted, AbortSignal.any(signals));
    } catch (error) {
      if (!deadline.hasPassed) throw error;
      const message = `task '${taskId}' did not answer in time; it keeps running`;
      throw new PosthouseError({ code: 'task_timeout', message, cause: error });
    }
  }

  buildMessage(
    options: Pick<PostOptions, 'body' | 'subject' | 'messageType' | 'entrypoint' | 'routingInfo'> & { taskId: string },
  ): MAILMessage {
    const { body, subject = 'New Message', taskId, messageType = 'request', routingInfo } = options;
    const context = { taskId, swarm: this.definition.name };
    const sender = ownerAddress(this.owner);
    const recipient = options.entrypoint ?? this.definition.entrypoint;
    const message =
      messageType === 'broadcast'
        ? composeBroadcast(context, { sender, recipients: [recipient], subject, body })
        : composeRequest(context, { sender, recipient, subject, body });
    if (routingInfo !== undefined) message.message.routingInfo = { ...message.message.routingInfo, ...routingInfo };
    return message;
  }

  /**
   * In manual mode: gives an agent its turn and waits for what it says. The agent reads everything in its buffer and
   * then the payload; its text goes to the buffers of the targets, and is returned. Throws if the agent cannot
   * answer or the run ends meanwhile; the buffer is then part of its history, so nothing it was told is lost.
   */
  async manualStep(options: StepOptions): Promise<StepResult> {
    return this.stepResult(await this.submitStep(options), options);
  }

  /** Gives an agent a step and returns as soon as it is safe on disk. */
  async submitStep(options: StepOptions): Promise<SubmittedStep> {
    const { taskId, target, payload = '', model, idempotencyKey } = options;
    const step = toStepContext(options, this.definition, newId());
    const known = await this.#find(taskId);
    const context = { taskId, swarm: this.definition.name };
    const message = composeStep(context, {
      target,
      payload,
      step,
      key: idempotencyKey,
    });
    if (known.openRun === null && idempotencyKey !== undefined) {
      const answered = await findStep(this.#engine.store, known, idempotencyKey);
      if (answered !== undefined) return toSubmittedStep(taskId, answered, message);
    }
    const { stepModels } = this.#engine;
    if (typeof model === 'object') stepModels.set(step.id, model);
    try {
      const committed = await this.#engine.change(
        this.owner,
        taskId,
        ({ task, ...state }) => decideStep({ ...state, task: task! }, message, target),
        { once: idempotencyKey, kind: 'step' },
      );
      if (committed!.repeated) stepModels.delete(step.id);
      return toSubmittedStep(taskId, committed!.entries[0]!, message);
    } catch (error) {
      stepModels.delete(step.id);
      throw error;
    }
  }

  /** Waits for the outcome of a submitted step; after a pause, call it again for what follows. */
  async stepResult(step: SubmittedStep, options: Pick<StepOptions, 'signal'> = {}): Promise<StepResult> {
    const { taskId, after, stepId } = step;
    const { signal } = options;
    let progress: StepProgress = {};
    for await (const entry of this.follow(taskId, {
      after,
      until: 'pause',
      signal,
    })) {
      if (entry.type === 'token') continue;
      progress = followStep(progress, entry, step);
      const { outcome } = progress;
      if (outcome === undefined) continue;
      this.#engine.stepModels.delete(stepId);
      if (outcome instanceof PosthouseError) throw outcome;
      return outcome;
    }
    return toPausedResult(progress, step);
  }

  /** The log of a task: the past, then what follows, until no run is open. */
  async *follow(taskId: string, options: FollowTaskOptions = {}): AsyncGenerator<LogEntry | TokenEvent> {
    const task = await this.#find(taskId);
    const { stopping: stop } = this.#engine;
    const signal = options.signal === undefined ? stop : AbortSignal.any([stop, options.signal]);
    yield* followTask(this.#engine.source(task), { ...options, signal });
  }

  /** Stops the open run for good. Returns whether there was one. Two calls with the same key stop at most one run. */
  async cancel(taskId: string, { idempotencyKey }: Pick<PostOptions, 'idempotencyKey'> = {}): Promise<boolean> {
    await this.#find(taskId);
    // The key is used up although there is nothing to stop: if it comes again, late, it must not stop the next run.
    const nothing = idempotencyKey === undefined ? undefined : { entries: [] };
    const committed = await this.#engine.change(
      this.owner,
      taskId,
      ({ task, ...state }) => decideCancel({ ...state, task: task! }, Date.now()) ?? nothing,
      { once: idempotencyKey, kind: 'cancel' },
    );
    return committed !== undefined && committed.entries.length > 0;
  }

  /**
   * Deletes a task for good. Its forks are copies, and are deleted with it only if you ask for it. Returns the
   * forks, and the keys of everything that was deleted.
   */
  async delete(taskId: string, { forks = false }: { forks?: boolean } = {}): Promise<Deleted> {
    await this.#find(taskId);
    const found = new Set<string>();
    const keys: TaskKey[] = [];
    const deleteForks = async (): Promise<void> => {
      for (const fork of await findForks(this.#engine.store, this.owner, taskId)) {
        found.add(fork);
        const gone = forks ? await this.#engine.delete(this.owner, fork).catch(forgiveDeleted) : undefined;
        if (gone !== undefined) keys.push(gone.key);
      }
    };
    // If this process dies in between, the task is still there for somebody to delete with the rest of its forks.
    if (forks) await deleteForks();
    keys.push((await this.#engine.delete(this.owner, taskId)).key);
    // Until then somebody may have made another one.
    await deleteForks();
    return { forks: [...found], keys };
  }

  /** The message that was posted with this key, if there was one. */
  async posted(taskId: string, idempotencyKey: string): Promise<Submitted | undefined> {
    const committed = await this.#engine.earlier(await this.task(taskId), idempotencyKey);
    return committed === undefined ? undefined : toSubmitted(taskId, committed);
  }

  /** The open run, and a place in the log before its first entry. */
  async openRun(taskId: string): Promise<{ task: Task; run: number; after: number } | undefined> {
    const task = await this.#find(taskId);
    if (task.openRun === null) return undefined;
    return { task, run: task.openRun, after: dataOf(task).current?.startSeq ?? 0 };
  }

  /**
   * Gives a paused task the results it waits for. If you repeat results that were given before, you get their
   * outcome; if you change them, they are refused with `call_answered`. Two requests with the same key count once.
   */
  async resume(
    taskId: string,
    answers: CallAnswers,
    { idempotencyKey }: Pick<PostOptions, 'idempotencyKey'> = {},
  ): Promise<Submitted> {
    const { run, head } = await this.#find(taskId);
    const decide = this.owner.role === 'swarm' ? decideRemoteResume : decideResume;
    const given = await resumeOnce({
      answers,
      give: async (fitting, { stored }) => {
        const committed = await this.#engine.change(
          this.owner,
          taskId,
          ({ task, ...state }) => decide({ ...state, task: task! }, fitting),
          { once: idempotencyKey, stored, kind: 'resume' },
        );
        if (committed?.repeated === true) refuseOtherAnswers(committed.entries, fitting);
        const first = committed?.entries[0];
        return first === undefined ? { run, after: head } : { run: first.run, after: first.seq - 1 };
      },
      find: async () => findGiven(this.#engine.store, await this.#find(taskId), answers),
    });
    return { taskId, messageId: '', ...given };
  }

  /** A new task that starts from the state before a run: to ask again, or differently. */
  async fork(taskId: string, options: { beforeRun: number; newTaskId?: string }): Promise<string> {
    const { beforeRun, newTaskId = newId() } = options;
    await forkTask(this.#engine.store, await this.#find(taskId), { beforeRun, newTaskId });
    return newTaskId;
  }

  async task(taskId: string): Promise<Task | undefined> {
    return this.#engine.store.find(this.owner, taskId);
  }

  /** Whether a task in which this idempotency key was used has been deleted. */
  async hasDeletedKey(key: string): Promise<boolean> {
    return this.#engine.store.deletions.hasKey(this.owner, key);
  }

  /** Tasks, newest first. */
  async tasks(options: { before?: string; limit?: number } = {}): Promise<Task[]> {
    return this.#engine.store.list(this.owner, options.before, options.limit ?? 100);
  }

  /** Resolves when nothing is running in a task. */
  async awaitQueueEmpty(taskId: string): Promise<void> {
    await this.#engine.settled((await this.#find(taskId)).key);
  }

  /** Lets running turns finish, then stops. Callers that still wait get an error. */
  async shutdown(options: { drainMs?: number } = {}): Promise<void> {
    await this.#engine.stop(options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }

  #recipientsOf({ recipients }: PostOptions, entrypoint: string): string[] {
    if (recipients === undefined) return [entrypoint];
    if (this.mode === 'manual') return toRecipients(recipients, this.definition);
    throw invalidInput('a message can choose its recipients in manual mode only');
  }

  #toMessage(options: PostOptions & { taskId: string }, recipients: string[]): MAILMessage {
    if (this.mode !== 'manual') return this.buildMessage(options);
    const { taskId, subject = '', body } = options;
    const context = { taskId, swarm: this.definition.name };
    return composeBuffered(context, { sender: ownerAddress(this.owner), recipients, subject, body });
  }

  async #find(taskId: string): Promise<Task> {
    const task = await this.task(taskId);
    if (task !== undefined) return task;
    throw new PosthouseError({ code: 'task_not_found', message: `there is no task '${taskId}'` });
  }
}

/** Where the answer to a step is to be found, which may have been asked for before. */
function toSubmittedStep(taskId: string, entry: LogEntry, message: MAILMessage): SubmittedStep {
  refuseOtherMessage([entry], { message });
  const { run, seq, to: target, message: posted } = entry as MessageEntry;
  return { taskId, stepId: posted.id, target, run, after: seq - 1 };
}

function toSubmitted(taskId: string, { task, entries }: Committed): Submitted {
  const posted = entries.find((entry) => entry.type === 'message')!;
  return { taskId, key: task.key, messageId: posted.message.id, run: posted.run, after: entries[0]!.seq - 1 };
}

/** Another process wrote first: decide again. */
function forgiveDeleted(error: unknown): undefined {
  if (!isDeleted(error)) throw error;
}
