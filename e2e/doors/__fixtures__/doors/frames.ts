import { type MAILFrame, mailFrameWire, swarmOf } from '@posthouse/protocol';
import { type Account, type Call, toCalled, toGot } from '../account.ts';

type Extra = {
  caller?: string;
  remoteSwarm?: string;
  toolName?: string;
  toolArgs?: unknown;
  reasoning?: string;
  preamble?: string;
  result?: unknown;
  errorMessage?: string;
};

/** What MAIL's frames of a run tell, besides how it ended. */
export class FramesDraft {
  /** By the place in the log: whoever asks again is told the same again. */
  readonly #called = new Map<string, string>();
  readonly #got = new Map<string, Omit<Call, 'input'>>();
  readonly #thoughts = new Map<string, string[]>();
  /** Text while it was written, by agent and part. */
  readonly #tokens = new Map<string, { agent: string; words: string }>();

  /** A frame as it came. */
  readWire(frame: { event: string; data: unknown; id?: string | undefined }): void {
    this.read(mailFrameWire.parse(frame).value);
  }

  read({ event, data, id = '' }: MAILFrame): void {
    if (event === 'token') {
      const { agent, turn, attempt, part, offset, delta } = data;
      const name = [agent, turn, attempt, part].join(' ');
      const words = (this.#tokens.get(name)?.words ?? '').slice(0, offset) + delta;
      this.#tokens.set(name, { agent, words });
      return;
    }
    const {
      caller = '',
      remoteSwarm,
      toolName: tool = '',
      ...extra
    } = ('extraData' in data ? data.extraData : {}) as Extra;
    const agent = remoteSwarm === undefined || swarmOf(caller) !== undefined ? caller : `${caller}@${remoteSwarm}`;
    switch (event) {
      case 'tool_call': {
        const { toolArgs: input, reasoning, preamble } = extra;
        // The answer is told at the end; that of another swarm is a thought here.
        const isAnswer = tool === 'task_complete';
        const answer =
          isAnswer && swarmOf(agent) !== undefined ? (input as { finish_message: string }).finish_message : undefined;
        const said = [reasoning, preamble, answer].filter((words) => words !== undefined && words !== '');
        this.#thoughts.set(
          id,
          said.map((words) => `${agent}: ${words}`),
        );
        if (!isAnswer) this.#called.set(id, toCalled({ agent, tool, input }));
        return;
      }
      case 'action_complete':
      case 'breakpoint_action_complete':
      case 'action_error':
        this.#got.set(id, { agent, tool, result: extra.result ?? extra.errorMessage });
        return;
      default:
    }
  }

  /** Text that was being written when the run ended is in tokens alone, so thoughts are told of a whole run only. */
  toAccount(end: Account): Account {
    return {
      ...end,
      called: [...this.#called.values()].toSorted(),
      got: toGot([...this.#got.values()]),
      ...(end.status === 'complete' ? { thoughts: [...this.#thoughts.values()].flat().toSorted() } : {}),
      ...(this.#tokens.size === 0
        ? {}
        : { tokens: [...this.#tokens.values()].map(({ agent, words }) => `${agent}: ${words}`) }),
    };
  }
}
