import {
  type Budget,
  defined,
  type JSONSchema,
  type MAILMessage,
  type NewEntry,
  newId,
  PosthouseError,
  priorityTier,
  type ToolSpec,
} from '@posthouse/protocol';
import { heldBy, toBudgetPause } from './decide-held.ts';
import type { Mail, NewMail, Task } from '@posthouse/store';
import { isQuiet, isQueued, NEXT_RUN } from '../mailbox/mailbox.ts';
import { noteOf } from './letters/letter-note.ts';
import { toCaller } from './letters/to-caller.ts';
import type { RunLimits } from '../definitions/swarm-definition.ts';
import type { Decision } from './decision.ts';
import { answerOpenCalls } from './answer-open-calls.ts';
import { dataOf, type RunData, type DecisionState, toData } from './task-data.ts';

/** A message from outside: of a user, or of another swarm. */
export type Post = {
  message: MAILMessage;
  /** The agent that gets it. */
  to: string;
  tools?: ToolSpec[];
  responseFormat?: JSONSchema;
  limits?: RunLimits;
  /** What the run may spend, if that is not what the swarm says. */
  budget?: Budget;
  /** The agent may complete although it is not a supervisor. */
  direct?: boolean;
  now: number;
};

/**
 * A message starts a run, or joins the one that is open. On a paused task it takes the place of the answers that were
 * waited for.
 */
export function decidePost(
  state: Pick<DecisionState, 'open' | 'mail'> & { task: Task | undefined },
  post: Post,
): Decision {
  const { task, open } = state;
  const openRun = task?.openRun ?? null;
  const mail = { id: newId(), mailbox: post.to, tier: priorityTier(post.message), message: post.message };
  if (openRun === null) {
    const run = (task?.run ?? 0) + 1;
    const held = state.mail.filter(isHeld);
    return {
      entries: [startEntry(run, post), messageEntry(run, post)],
      take: held.map((each) => each.id),
      put: [{ ...mail, run }, ...held.map((each) => toWoken(each, run))],
      status: 'running',
      data: toData({ current: toRunData(run, task?.head ?? 0, post) }),
    };
  }
  if (post.tools !== undefined || post.responseFormat !== undefined) {
    throw new PosthouseError({
      code: 'task_running',
      message: `task '${task!.taskId}' is in the middle of a run; tools and a response format can only come with a message that starts one`,
    });
  }
  // A budget is not made by writing again: the message waits with the others, and whoever wrote it is told why.
  const held = heldBy(task!);
  const superseded = answerOpenCalls(open, openRun, () => ({
    status: 'not-run',
    content: 'superseded: the user wrote again instead of answering',
    code: 'superseded',
  }));
  return {
    entries: [
      ...superseded.entries,
      messageEntry(openRun, post),
      ...(held === undefined ? [] : [toBudgetPause({ task: task!, open: [] }, held)]),
    ],
    turns: superseded.turns,
    put: [{ ...mail, run: openRun }],
    // A pause that came first and was not seen stays one: nobody's question is taken back without an answer.
    ...(superseded.resumed && held === undefined ? { status: 'running' as const } : {}),
  };
}

/**
 * Mail that a limit kept from being read in an earlier run. Completions and late answers of other swarms are quiet for
 * another reason, and stay so.
 */
function isHeld(mail: Mail): boolean {
  return isQuiet(mail) && mail.message.msgType !== 'broadcast_complete' && noteOf(mail.message).late !== true;
}

function toWoken({ order: _order, due: _due, ...mail }: Mail, run: number): NewMail {
  return { ...mail, id: newId(), run };
}

/** A message that waits until the open run has ended, and then starts the next one by itself. */
export function decideQueue(openRun: number, post: Post): Decision {
  const { to, message } = post;
  const mail = { id: newId(), mailbox: to, tier: priorityTier(message), message, run: null, due: NEXT_RUN };
  return { entries: [messageEntry(openRun, post)], put: [mail] };
}

/**
 * Mail from outside that nobody took before the run ended starts the next one: what was meant for the run that has ended
 * all together, what has waited its turn one by one.
 */
export function decideNextRun(task: Task, waiting: readonly Mail[], now: number): Decision {
  const run = task.run + 1;
  const late = waiting.filter((mail) => !isQueued(mail));
  const up = late.length > 0 ? late : waiting.toSorted((one, other) => one.order - other.order).slice(0, 1);
  const [first] = up;
  const { origin, cause } = noteOf(first!.message);
  const post = { message: first!.message, to: first!.mailbox, now, limits: origin?.limits };
  // What waits for another day, or for its turn, does so no longer.
  const queued = up.filter((mail) => mail.due > now);
  return {
    entries: [{ ...startEntry(run, post), messages: [...new Set(up.map((mail) => mail.message.id))] }],
    ...(queued.length === 0
      ? {}
      : { take: queued.map((mail) => mail.id), put: queued.map((mail) => toWoken(mail, run)) }),
    status: 'running',
    data: toData({
      current: {
        ...toRunData(run, task.head, post),
        cause,
        caller: origin && toCaller(first!.message, origin),
        ...toLetters(task, up),
      },
    }),
  };
}

/** The letters of other swarms among this mail, and where in the log they are to be found. */
function toLetters(task: Task, mail: readonly Mail[]): Pick<RunData, 'letters'> {
  const ids = new Set(
    mail.filter(({ message }) => noteOf(message).origin !== undefined).map(({ message }) => message.id),
  );
  if (ids.size === 0) return {};
  const { current } = dataOf(task);
  const { letters, startSeq = 0 } = current ?? {};
  // They may have started the run that has ended, too, and come before that one.
  const isOlder = letters?.ids.some((id) => ids.has(id)) === true;
  return { letters: { ids: [...ids], after: isOlder ? letters.after : startSeq } };
}

function startEntry(
  run: number,
  { message, tools, responseFormat }: Pick<Post, 'message' | 'tools' | 'responseFormat'>,
) {
  return {
    run,
    type: 'run-started' as const,
    answerId: newId(),
    messages: [message.id],
    ...defined({ tools, responseFormat }),
  };
}

function messageEntry(run: number, { to, message }: Post): NewEntry {
  return { run, type: 'message', to, message };
}

function toRunData(run: number, startSeq: number, post: Post): RunData {
  return {
    run,
    entrypoint: post.to,
    ...defined({ tools: post.tools, responseFormat: post.responseFormat }),
    ...(post.limits === undefined ? {} : { limits: { ...post.limits } }),
    ...(post.budget === undefined ? {} : { budget: { ...post.budget } }),
    ...(post.direct === true ? { direct: post.to } : {}),
    startedAt: post.now,
    startSeq,
  };
}
