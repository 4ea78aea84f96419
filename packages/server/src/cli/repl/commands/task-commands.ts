import { number, text } from '../../arguments/options.ts';
import { type TaskRecord, taskListWire, taskRecordWire, taskStateWire } from '@posthouse/protocol';
import type { OptionSpecs } from '../../arguments/command-spec.ts';
import { toAnswerContent } from '../../conversation/ask-for-answers.ts';
import { toPrintable } from '../../terminal/to-printable.ts';
import { UsageError } from '../../usage-error.ts';
import { replCommand } from '../repl-command.ts';
import type { ReplSession } from '../repl-session.ts';

const SWARM = {
  swarm: text('NAME', 'the swarm it belongs to', { short: 'n', completes: 'swarm' }),
} as const satisfies OptionSpecs;
const LAST = { name: 'ID', about: 'the task (default: the last one)', optional: true, completes: 'task' } as const;

/** Your tasks. */
export const taskCommands = [
  replCommand({
    names: ['tasks-get', 'tsg'],
    about: 'Lists your tasks.',
    options: SWARM,
    example: 'tasks-get',
    run: async ({ session, values, verbose }) => {
      const list = await session.client.getTasks({ swarm: values.swarm });
      for (const id of Object.keys(list)) session.tasks.add(id);
      const lines = Object.values(list).map(toTaskLine);
      session.tell(taskListWire.emit(list), lines.length === 0 ? 'You have no tasks.' : lines.join('\n'), verbose);
    },
  }),
  replCommand({
    names: ['task-get', 'tg'],
    about: 'Prints the state of a task.',
    arguments: [{ name: 'ID', about: 'the task', completes: 'task' }],
    options: SWARM,
    example: 'task-get ID',
    run: async ({ session, words, values, verbose }) => {
      const task = await session.client.getTask(words[0]!, { swarm: values.swarm });
      session.tell(taskRecordWire.emit(task), toTaskLine(task), verbose);
    },
  }),
  replCommand({
    names: ['follow', 'f'],
    about:
      'Shows the newest run of a task from its beginning, then live. Ctrl-C stops watching; the task keeps running.',
    arguments: [LAST],
    options: { ...SWARM, run: number('NUMBER', 'an earlier run', { short: 'r', integer: true, least: 1 }) },
    example: 'follow ID',
    run: async ({ session, words, values, verbose }) => {
      const id = taskOf(session, words[0]);
      const { run, swarm } = values;
      await session.observe((signal) => session.client.tellings(id, { signal, run, swarm }), {
        mode: 'conversation',
        verbose,
      });
    },
  }),
  replCommand({
    names: ['cancel', 'c'],
    about: 'Cancels a task.',
    arguments: [LAST],
    options: SWARM,
    example: 'cancel ID',
    run: async ({ session, words, values, verbose }) => {
      const state = await session.client.cancel(taskOf(session, words[0]), { swarm: values.swarm });
      session.tell(taskStateWire.emit(state), toPrintable(`Task ${state.taskId} is ${state.status}.`), verbose);
    },
  }),
  replCommand({
    names: ['resume', 're'],
    about: 'Answers what a paused task waits for. Without an answer it asks for one.',
    arguments: [LAST, { name: 'ANSWER', about: 'the result of the call', optional: true, rest: true }],
    options: SWARM,
    example: 'resume ID yes',
    run: async ({ session, words, values, verbose }) => {
      const id = taskOf(session, words[0]);
      const choice = { swarm: values.swarm };
      const options = { signal: session.options.signal, ...choice };
      const stream =
        words.length > 1
          ? session.client.resumeTellings(id, { content: toAnswerContent(words.slice(1).join(' ')) as string }, options)
          : session.client.tellings(id, options);
      await session.watch(stream, { mode: 'conversation', verbose, ...choice });
    },
  }),
];

function taskOf(session: ReplSession, given: string | undefined): string {
  const id = given ?? session.lastTask;
  if (id !== undefined) return id;
  throw new UsageError('There is no last task yet: name one.', { hint: 'tasks-get lists them.' });
}

function toTaskLine({ taskId, status, completed, isRunning, startTime, title, events }: TaskRecord): string {
  const state = status ?? (completed ? 'complete' : isRunning ? 'running' : 'waiting');
  const name = title === null ? '' : `  ${title}`;
  return toPrintable(`${taskId}  ${state}  ${startTime.slice(0, 19)}  ${events.length} events${name}`);
}
