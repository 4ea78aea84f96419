import { type MAILFrame, recipientsOf } from '@posthouse/protocol';

/** How far a run has come: who is at work, and what it has used. */
export type Progress = {
  /** Agents that think or act right now, in the order in which they began. */
  working: readonly string[];
  inputTokens: number;
  outputTokens: number;
  /** In the currency of the swarm's prices; undefined as long as no model has one. */
  cost: number | undefined;
};

export const NO_PROGRESS: Progress = { working: [], inputTokens: 0, outputTokens: 0, cost: undefined };

/** The progress after one more frame of the stream. */
export function toProgress(progress: Progress, frame: MAILFrame): Progress {
  switch (frame.event) {
    case 'new_message': {
      const message = frame.data.extraData.fullMessage;
      if (message === undefined || message.msgType === 'broadcast_complete') return progress;
      return recipientsOf(message)
        .filter(({ addressType, address }) => addressType === 'agent' && address !== 'all')
        .reduce((sum, { address }) => begin(sum, address), progress);
    }
    case 'token':
      return begin(progress, frame.data.agent);
    case 'action_call':
    case 'action_complete':
    case 'action_error':
      return begin(progress, frame.data.extraData.caller);
    case 'usage': {
      const { caller, inputTokens, outputTokens, cost } = frame.data.extraData;
      const sum = cost === undefined ? progress.cost : (progress.cost ?? 0) + cost;
      return end(
        {
          ...progress,
          inputTokens: progress.inputTokens + inputTokens,
          outputTokens: progress.outputTokens + outputTokens,
          cost: sum,
        },
        caller,
      );
    }
    case 'await_message':
    case 'agent_error':
      return end(progress, frame.data.extraData.caller);
    case 'task_complete':
    case 'task_error':
      return { ...progress, working: [] };
    default:
      return progress;
  }
}

function begin(progress: Progress, agent: string | undefined): Progress {
  if (agent === undefined || progress.working.includes(agent)) return progress;
  return { ...progress, working: [...progress.working, agent] };
}

function end(progress: Progress, agent: string | undefined): Progress {
  return { ...progress, working: progress.working.filter((other) => other !== agent) };
}
