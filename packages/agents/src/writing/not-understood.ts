import type { AgentNews } from '../agent-news.ts';
import { ownText } from '../own-text.ts';

/** How many kinds of events are told apart. A program that says something else every time must not fill the memory. */
const MAX_KINDS = 20;

const MAX_NAME = 80;

/** Under which name everything is counted that is one kind too many. */
const OTHER = 'other';

type Ignored = Readonly<Record<string, number>>;

/** The counts with one more event that was not understood, and whether it is the first of its kind. */
export function countIgnored(ignored: Ignored, type: string): { ignored: Ignored; isNew: boolean } {
  // What comes from a program may be anything.
  const whole = String(type);
  const name = whole.length <= MAX_NAME ? whole : ownText(whole.slice(0, MAX_NAME));
  const isFull = !Object.hasOwn(ignored, name) && Object.keys(ignored).length >= MAX_KINDS;
  const kind = isFull ? OTHER : name;
  const isNew = !Object.hasOwn(ignored, kind);
  return { ignored: { ...ignored, [kind]: isNew ? 1 : ignored[kind]! + 1 }, isNew };
}

/** Tells the reader that something is missing, and what the program calls it. The newest one replaces those before it. */
export function toNotUnderstood(agent: string, ignored: Ignored): AgentNews {
  const kinds = Object.entries(ignored).map(([kind, count]) =>
    count === 1 ? JSON.stringify(kind) : `${JSON.stringify(kind)} (${count} times)`,
  );
  const text = `${agent} sent events that are not understood here and not shown: ${kinds.join(', ')}.`;
  return { type: 'notice', id: 'not-understood', code: 'not_understood', text, more: { events: { ...ignored } } };
}
