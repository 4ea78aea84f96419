import type { TaskKey } from '../task.ts';
import { isTaskKey } from '../task-key.ts';

/** What a process tells the others: tasks that it has written to, and with which transaction, or none for live text. */
export type Notice = { xact: string | undefined; tasks: readonly TaskKey[] };

/** PostgreSQL refuses payloads of 8 000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * Notices as payloads, each with the name of the process in front, so that it knows its own. Keys only: whoever hears of
 * a task looks for himself what is new.
 *
 * @example toPayloads('a1', [{ xact: '77', tasks: ['3', '4'] }]) // ['a1 77:3,4']
 */
export function toPayloads(origin: string, notices: readonly Notice[]): string[] {
  const payloads: string[] = [];
  let payload = origin;
  for (const { xact = '', tasks } of notices) {
    for (const [index, task] of tasks.entries()) {
      const joined = index > 0 && payload !== origin ? `,${task}` : ` ${xact}:${task}`;
      if (payload.length + joined.length > MAX_PAYLOAD_BYTES) {
        payloads.push(payload);
        payload = `${origin} ${xact}:${task}`;
      } else payload += joined;
    }
  }
  return payload === origin ? payloads : [...payloads, payload];
}

/** The notices of a payload, and who sent them. What is neither key nor number is left out: anybody may notify. */
export function fromPayload(payload: string): { origin: string; notices: Notice[] } {
  const [origin = '', ...parts] = payload.split(' ');
  const notices = parts.map((part) => {
    const [xact = '', tasks = ''] = part.split(':');
    return {
      xact: /^\d{1,20}$/.test(xact) ? xact : undefined,
      tasks: tasks.split(',').filter((task) => isTaskKey(task)),
    };
  });
  return { origin, notices };
}
