import type { Encoding, Wish } from '@posthouse/chat';
import { isEntry, nextStanding, type RunEvent, type Standing } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { toTokens } from './to-tokens.ts';

const END = Buffer.from('event: end\r\ndata: {}\r\n\r\n');

/** The log of a task for a peer: its entries as they are, with their places as ids, and text as it is written. */
export function toPeerEncoding({ key }: Pick<Task, 'key'>): Encoding<undefined> {
  return {
    id: `peer ${key}`,
    tokens: true,
    start: undefined,
    encode: (_, event) => ({ state: undefined, bytes: toBytes(event) }),
  };
}

function toBytes(event: RunEvent): Uint8Array | undefined {
  if (isEntry(event)) return Buffer.from(`id: ${event.seq}\r\nevent: entry\r\ndata: ${JSON.stringify(event)}\r\n\r\n`);
  if (event.type === 'queued') return undefined;
  const frames = toTokens(event).map((piece) => {
    const { type: _, ...token } = piece;
    return `event: token\r\ndata: ${JSON.stringify(token)}\r\n\r\n`;
  });
  return Buffer.from(frames.join(''));
}

/**
 * Everything, until no run is open. What is sent last says that there is no more to come; a stream that ends without it
 * was cut.
 */
export function toPeerWish({ openRun, head }: Pick<Task, 'openRun' | 'head'>): Wish<undefined> {
  let standing: Standing = openRun === null ? 'new' : 'running';
  return {
    select: (pieces) => {
      for (const { event } of pieces) if (isEntry(event) && event.seq > head) standing = nextStanding(standing, event);
      return pieces;
    },
    isOver: (_, isEnd) => isEnd && standing !== 'running' && standing !== 'paused',
    last: () => END,
  };
}
