import { readFileSync } from 'node:fs';

export type WireEvent = { event: string; data: object; id?: string };

/** Events of our own server as it sends them. A test of the server records them: `packages/server/src/client-recordings.test.ts`. */
function readRecorded(name: string): WireEvent[] {
  const text = readFileSync(new URL(`recorded/${name}.sse`, import.meta.url), 'utf8');
  return [...text.matchAll(/(?:id: (.+)\r?\n)?event: (.+)\r?\ndata: (.+)\r?\n\r?\n/g)].map(([, id, event, data]) => ({
    event: event!,
    data: JSON.parse(data!) as object,
    id,
  }));
}

/** A task of two runs, the first of which pauses; the pause is an entry of two frames. */
export const taskEvents = readRecorded('task');

/** Where its first run pauses, where that run ends, and where the second one does. */
export const [PAUSE, END, LAST] = taskEvents.flatMap(({ event, id }) => (event === 'task_complete' ? [id!] : [])) as [
  string,
  string,
  string,
];

/** What is told of its first run. */
export const tellingEvents = readRecorded('tellings');

/** What a server says that has nothing to tell, and what it says when it goes. */
export const [ping, farewell] = readRecorded('leaving') as [WireEvent, WireEvent];

/** The first event of a kind in the task. */
export const recorded = (kind: string): WireEvent => taskEvents.find(({ event }) => event === kind)!;

/** What a server sends of the task to somebody who has it up to an id. */
export function eventsAfter(id: string | undefined, events: readonly WireEvent[] = taskEvents): WireEvent[] {
  return events.slice(id === undefined ? 0 : events.findIndex((event) => event.id === id) + 1);
}

/** The beginning of what is sent, up to the event with an id. */
export function eventsUpTo(id: string, events: readonly WireEvent[] = taskEvents): WireEvent[] {
  return events.slice(0, events.findIndex((event) => event.id === id) + 1);
}

/** The same from a server that gives no ids. */
export const withoutIds = (events: readonly WireEvent[]): WireEvent[] =>
  events.map(({ event, data }) => ({ event, data }));

/** Ids, where there are any: what a reader has seen, in short. */
export const toNames = (events: readonly { event: string; id?: string | undefined }[]): string[] =>
  events.map(({ event, id }) => id ?? event);

/** Events as text, with CRLF as MAIL has it. */
export function toText(...events: WireEvent[]): string {
  return events
    .map(({ event, data, id }) => {
      const place = id === undefined ? '' : `id: ${id}\r\n`;
      return `${place}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
    })
    .join('');
}
