import { type MAILMessage, swarmOf } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { readTurn } from '../task/turn-data.ts';
import { noteOf } from '../task/letters/letter-note.ts';

/**
 * The turns of a task before anybody in it had read something of a run of the task's owner, or of a later one. Turns are
 * numbered as they begin: none that has begun before can know of it. What was copied by an earlier fork comes before all.
 */
export function turnsBefore(turns: readonly Turn[], taskRun: number): Turn[] {
  const first = Math.min(...turns.filter((turn) => turn.run > 0 && isOf(turn, taskRun)).map(({ turn }) => turn));
  return turns.filter(({ run, turn, done }) => done && (run === 0 || turn < first));
}

function isOf(turn: Turn, taskRun: number): boolean {
  return readTurn(turn).inputs.some((input) => isLetterOf(input, taskRun));
}

/** Of letters that do not say which run they belong to, answers belong to the run that they came in; others may be news. */
function isLetterOf(message: MAILMessage, taskRun: number): boolean {
  const { sender } = message.message;
  if (sender.addressType !== 'agent' || swarmOf(sender.address) === undefined) return false;
  const { taskRun: run } = noteOf(message);
  return run === undefined ? message.msgType !== 'response' : run >= taskRun;
}
