import type { LogEntry, OpenCall, Usage } from '@posthouse/protocol';
import { type AnswerStep, AnswerText } from './answer-text.ts';
import type { RunEvent } from './follow-run.ts';
import { Thoughts, type ThoughtStep } from './thoughts.ts';

type Ended = Extract<LogEntry, { type: 'run-ended' }>;

/** What callers from elsewhere are told of a run. `paused` and `ended` come last. */
export type Telling =
  | AnswerStep
  | ThoughtStep
  | { type: 'paused'; seq: number; calls: OpenCall[] }
  | { type: 'ended'; outcome: Ended['outcome']; text: string; code?: string };

/**
 * Turns what happens in a run into what is told of it: the answer as it is written, what agents think, the calls that wait
 * for the caller, and the end. The same comes out of a log that is finished, in fewer pieces. `held` answers come whole.
 */
export function runTeller({ held = false }: { held?: boolean } = {}) {
  const answer = new AnswerText({ held });
  const thoughts = new Thoughts();
  let total: Usage = { inputTokens: 0, outputTokens: 0 };

  const readEntry = (entry: LogEntry): Telling[] => {
    const { agent = '', turn = 0 } = entry;
    switch (entry.type) {
      case 'usage':
        total = addUsage(total, entry.usage);
        return [];
      case 'text-written':
        return thoughts.settle({ agent, turn }, entry.parts);
      case 'text-abandoned': {
        const range = { agent, turn, attempt: entry.attempt };
        return [...thoughts.drop(range), ...answer.drop(range)];
      }
      case 'call-ended':
        // An answer that was refused is written anew.
        if (entry.tool !== 'task_complete' || entry.result.status === 'success') return [];
        return answer.drop({ agent, turn });
      case 'paused':
        return [...answer.retract(), ...thoughts.end(), { type: 'paused', seq: entry.seq, calls: entry.calls }];
      case 'run-ended': {
        const { outcome, text, code } = entry;
        const last = outcome === 'complete' ? answer.finish(text) : answer.retract();
        return [...thoughts.end(), ...last, { type: 'ended', outcome, text, ...(code === undefined ? {} : { code }) }];
      }
      case 'remote':
        return entry.fact.type === 'usage' || entry.fact.type === 'text-written'
          ? readEntry({ ...entry, ...entry.fact, agent: `${agent}@${entry.swarm}` } as LogEntry)
          : [];
      default:
        return [];
    }
  };

  return {
    take(event: RunEvent): Telling[] {
      if (event.type !== 'token') return readEntry(event);
      return event.kind === 'answer' ? answer.take(event) : thoughts.take(event);
    },

    /** What all agents have used so far. */
    get usage(): Usage {
      return total;
    },
  };
}

function addUsage(one: Usage, other: Usage): Usage {
  const sum = { ...one };
  for (const [name, count] of Object.entries(other) as [keyof Usage, number][]) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
