import { type BetterAnswer, type ExpectedAnswer, judgeAnswer } from '../findings/expect-that.ts';
import type { Level, Seen } from '../findings/verdict.ts';
import type { Ask } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';
import type { Check, Need } from './check.ts';

/** A request, and how it has to be answered. */
export type Cell = { ask: Ask; answer: ExpectedAnswer; better?: readonly BetterAnswer[] };

/** A row of the matrix: some requests that are answered in the same way. */
export type Row = {
  id: string;
  says: string;
  level?: Level;
  needs?: readonly Need[];
  cells(lab: Lab): Promise<readonly Cell[]> | readonly Cell[];
};

/** A row as a check. All its requests have to be answered as expected. */
export function toCheck({ cells, ...row }: Row): Check {
  return {
    section: 'Answers',
    level: 'SHOULD',
    ...row,
    run: async (lab): Promise<Seen> => {
      const seen = new Set<Seen[number]>();
      for (const { ask, answer, better } of await cells(lab)) {
        for (const difference of judgeAnswer(await lab.send(ask), answer, better)) seen.add(difference);
      }
      return [...seen];
    },
  };
}

export const post = (path: string, json: unknown, as: Ask['as'] = 'user'): Ask => ({ method: 'POST', path, as, json });
export const get = (path: string, as: Ask['as'] = 'user'): Ask => ({ method: 'GET', path, as });

/** A header that is there but cannot be read. */
export const withHeader = (ask: Ask, authorization: string): Ask => ({
  ...ask,
  as: 'nobody',
  headers: { authorization },
});

/** A row of requests that the reference answers in the same way. */
export function same(asks: readonly Ask[], answer: ExpectedAnswer, better?: readonly BetterAnswer[]): Cell[] {
  return asks.map((ask) => ({ ask, answer, better }));
}
