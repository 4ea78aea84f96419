import type { Dialect } from '../slice-encoding.ts';
import { toQueuedText } from '@posthouse/protocol';
import type { DoorTelling } from '../tell-slice.ts';
import type { CallOutcome } from './to-call-result.ts';

const MAX_LINE_LENGTH = 200;

/** Who does what, in lines for whoever waits; and how it came out, once it has. */
export const progressDialect: Dialect<CallOutcome | undefined> = {
  id: 'progress',
  start: undefined,
  take: (before, telling) => ({
    state: telling.type === 'end' || telling.type === 'pause' ? telling : before,
    text: toProgress(telling) ?? '',
  }),
};

/** Undefined for what is of no interest to somebody who waits. */
function toProgress(telling: DoorTelling): string | undefined {
  const line = toLine(telling)?.replaceAll(/\s+/g, ' ');
  if (line === undefined) return undefined;
  return `${line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH - 1).toWellFormed()}…`}\n`;
}

function toLine(telling: DoorTelling): string | undefined {
  switch (telling.type) {
    case 'mail': {
      const { from, to, subject } = telling.mail;
      return subject === '' ? `${from} answers ${to}` : `${from} writes to ${to}: ${subject}`;
    }
    case 'text-start': {
      const { by, isAnswer } = telling.text;
      return isAnswer ? `${by.agent} writes the answer` : `${by.agent} thinks`;
    }
    case 'call': {
      const { by, kind, tool } = telling.call;
      return kind === 'mail' ? undefined : `${by.agent} calls ${tool}`;
    }
    case 'result': {
      const { call, result } = telling;
      if (call.kind === 'mail' || result.status === 'success') return undefined;
      return `${call.tool} of ${call.by.agent}: ${result.status === 'error' ? 'failed' : result.status}`;
    }
    case 'notice':
      return telling.text;
    case 'queued':
      return telling.place === 0 ? undefined : toQueuedText(telling.place);
    default:
      return undefined;
  }
}
