import { type Exchange, NoAnswerError } from '../http/exchange.ts';
import { Unmet } from './verdict.ts';

/** The answer to a request that MAIL's own server never answers. That is known, and still wrong. */
export async function orHang(sent: Promise<Exchange>, expected: string): Promise<Exchange> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    throw new Unmet({ expected, seen: error.message, request: error.request }, { asReference: true });
  }
}
