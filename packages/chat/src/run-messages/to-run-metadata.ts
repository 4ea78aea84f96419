import { defined, type JSONObject } from '@posthouse/protocol';
import type { MailRunState } from './mail-run-state.ts';

/** What is known of a run when a stream of it ends: what it has used, what is left of its budgets, how far into the log it went, how it came out. */
export function toRunMetadata({ usage, seq, budgets }: MailRunState, outcome: JSONObject): JSONObject {
  const { cost, ...tokens } = usage ?? {};
  return {
    ...outcome,
    seq,
    ...defined({ usage: usage && tokens, cost, budgets: budgets?.map((budget) => ({ ...budget })) }),
  };
}
