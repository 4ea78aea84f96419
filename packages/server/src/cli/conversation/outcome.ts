import { type Telling, toBudgetText, type ToldQuestion, toOpenCallsText } from '@posthouse/protocol';

/** How a run came out, as far as it has come. */
export type Outcome = {
  status: 'complete' | 'paused' | 'error' | 'cancelled';
  /** The answer, or why there is none; on a pause the open calls as JSON text. */
  response: string;
  code?: string;
  /** What a pause asks. */
  questions: readonly ToldQuestion[];
};

/** The outcome, if a telling is one. */
export function toOutcome(telling: Telling): Outcome | undefined {
  if (telling.type === 'end') {
    const { outcome: status, text: response, code } = telling;
    return { status, response, code, questions: [] };
  }
  if (telling.type !== 'pause') return undefined;
  const { questions, budget } = telling;
  if (budget !== undefined && questions.length === 0)
    return { status: 'paused', response: toBudgetText(budget), code: 'budget_exceeded', questions };
  return { status: 'paused', response: toOpenCallsText(questions.map(({ call }) => call)), questions };
}
