import type { JSONObject } from '@posthouse/protocol';
import type { Turn } from './task.ts';
import { fromTextColumn } from './text-column.ts';

export const TURN_COLUMNS = 'agent, turn, run, done, summary_through, data';

/** A turn in the columns that both databases have. */
export type TurnRow = {
  agent: string;
  turn: number;
  run: number;
  done: number | boolean;
  summary_through: number | null;
  data: string;
};

/** The turn behind a row, in whichever database. */
export function toTurn({ agent, turn, run, done, summary_through: summaryThrough, data }: TurnRow): Turn {
  return {
    agent: fromTextColumn(agent),
    turn,
    run,
    done: Boolean(done),
    ...(summaryThrough === null ? {} : { summaryThrough }),
    data: JSON.parse(data) as JSONObject,
  };
}
