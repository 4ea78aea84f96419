import type { Telling } from '@posthouse/protocol';

const LONGEST = 200;

/** Who does what, in a line for whoever waits. Undefined for what is of no interest to them. */
export function toProgress(telling: Telling): string | undefined {
  const line = toLine(telling);
  return line === undefined || line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}

function toLine(telling: Telling): string | undefined {
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
    default:
      return undefined;
  }
}
