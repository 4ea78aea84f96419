import { interswarmReceiptWire, parseInstance, parseJSON, PosthouseError } from '@posthouse/protocol';

/** What a peer answered to a letter. */
export type LetterAnswer = {
  peer: string;
  kind: 'ours' | 'reference';
  direction: 'forward' | 'back';
  status: number;
  text: string;
  retryAfter?: string | null;
};

/** Answers that say "not now". */
const LATER = new Set([408, 425, 429, 502, 503, 504]);

/** What MAIL's own server says with a 500 although it would say so again: the letter itself is wrong. */
const FINAL = [
  /unknown local agent/i,
  /wrong swarm/i,
  /task owner mismatch/i,
  /must be in the format 'role:id@swarm'/i,
  /error routing interswarm message: '?task_id/i,
];
const EXISTS = /already exists in swarm memory|already exists/i;

/**
 * Whether a peer has the letter: if it does, gives who works on the task there, as far as it says so. Throws
 * `peer_unreachable` when trying again can help and `peer_refused` when it cannot.
 */
export function judgeAnswer(answer: LetterAnswer): { runner?: string } {
  const { peer, kind, direction, status, text } = answer;
  if (status >= 200 && status < 300) {
    const runner = runnerOf(text);
    // It goes into every further letter, so it has to be what it should be.
    if (runner !== undefined) return isInstanceOf(runner, peer) ? { runner } : {};
    throw later(answer, `swarm '${peer}' answered with something that is not a receipt`);
  }
  const detail = detailOf(text);
  // Plain peers cannot tell a letter that comes twice from a second one; whichever this is, they have the task.
  if (kind === 'reference' && direction === 'forward' && (status === 500 || status === 409) && EXISTS.test(detail))
    return {};
  const sentence = `swarm '${peer}' answered with status ${status}${detail === '' ? '' : `: ${detail}`}`;
  const isFinal = status === 500 ? FINAL.some((words) => words.test(detail)) : status < 500 && !LATER.has(status);
  if (isFinal) throw new PosthouseError({ code: 'peer_refused', message: sentence, details: { status } });
  throw later(answer, sentence);
}

function later({ retryAfter, status }: LetterAnswer, message: string): PosthouseError {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return new PosthouseError({
    code: 'peer_unreachable',
    message,
    details: { status, ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }) },
  });
}

/** The instance that a receipt names; undefined when it is no receipt. */
function runnerOf(text: string): string | undefined {
  try {
    return interswarmReceiptWire.parse(parseJSON(text)).value.localRunner;
  } catch {
    return undefined;
  }
}

function isInstanceOf(text: string, swarm: string): boolean {
  try {
    return parseInstance(text).swarm === swarm;
  } catch {
    return false;
  }
}

/** The sentence of an error; pages and other strange things are not repeated to agents. */
function detailOf(text: string): string {
  try {
    const { detail } = parseJSON(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail.slice(0, 500) : '';
  } catch {
    return '';
  }
}
