import { isJSONObject } from '@posthouse/protocol';
import { type Exchange, jsonOf, NoAnswerError } from '../http/exchange.ts';
import type { DifferenceId } from './differences.ts';
import { type Seen, Unmet } from './verdict.ts';

type Doubt = { expected: string; seen?: string; asReference?: boolean };

/** Throws `Unmet` with the exchange as evidence unless the condition holds. */
export function expectThat(exchange: Exchange, condition: boolean, { expected, seen, asReference }: Doubt): void {
  if (condition) return;
  const evidence = { expected, seen: seen ?? describeAnswer(exchange), ...exchange };
  throw new Unmet(evidence, asReference === true ? { asReference } : {});
}

/** What an answer says, in a line. */
function describeAnswer({ answer: { status, text, ended } }: Exchange): string {
  const body = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return `${status} ${body === '' ? 'without a body' : body}${ended ? '' : ' (and no end)'}`;
}

export type ExpectedAnswer = {
  status: number;
  /** What MAIL's own server says; a pattern where it quotes a parser of its language. */
  detail?: string | RegExp;
  /** The whole body, where MAIL's own server answers without JSON. */
  plain?: string;
};

/** An answer that is not the reference's, and why it is as good. One that is not an error must show what it did. */
export type BetterAnswer = {
  status: number;
  difference: DifferenceId;
  shows?: (body: Readonly<Record<string, unknown>>) => boolean;
};

/**
 * Judges an error answer: as the reference has it, the same in other words, or one of the better ones. Throws `Unmet` for
 * anything else, and for errors that are no `{"detail": …}`.
 */
export function judgeAnswer(exchange: Exchange, reference: ExpectedAnswer, better: readonly BetterAnswer[] = []): Seen {
  const { status, text } = exchange.answer;
  if (status === reference.status && reference.plain !== undefined && text === reference.plain) return [];
  const detail = detailOf(exchange);
  if (detail !== undefined && status === reference.status) {
    return isDetail(reference.detail, detail) ? [] : ['own-words'];
  }
  const found = better.find((answer) => answer.status === status);
  const body = jsonOf(exchange);
  const isShown = found?.shows === undefined ? detail !== undefined : isJSONObject(body) && found.shows(body);
  if (found !== undefined && isShown) return [found.difference];
  const ways = [describeExpected(reference), ...better.map((answer) => `${answer.status} with {"detail": …}`)];
  throw new Unmet({ expected: ways.join(', or better: '), seen: describeAnswer(exchange), ...exchange });
}

/** The sentence of an error answer, if it is one. */
export function detailOf(exchange: Exchange): string | undefined {
  const body = jsonOf(exchange);
  return isJSONObject(body) && typeof body.detail === 'string' && body.detail !== '' ? body.detail : undefined;
}

function isDetail(expected: string | RegExp | undefined, detail: string): boolean {
  if (expected === undefined) return true;
  return typeof expected === 'string' ? expected === detail : expected.test(detail);
}

function describeExpected({ status, detail, plain }: ExpectedAnswer): string {
  if (plain !== undefined) return `${status} with the text "${plain}"`;
  return `${status} with {"detail": ${detail === undefined ? '…' : JSON.stringify(String(detail))}}`;
}

/** The answer to a request that MAIL's own server never answers. That is known, and still wrong. */
export async function orHang(sent: Promise<Exchange>, expected: string): Promise<Exchange> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    throw new Unmet({ expected, seen: error.message, request: error.request }, { asReference: true });
  }
}
