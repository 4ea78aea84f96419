import { addUsage, type Telling, type Usage } from '@posthouse/protocol';

/** How far a run has come: who is at work, and what it has used. */
export type Progress = {
  /** Agents that think or act right now, in the order in which they began. */
  working: readonly string[];
  usage: Usage | undefined;
  /** Where the run stands among those that wait to ask a model, while it waits. */
  queued?: number;
};

export const NO_PROGRESS: Progress = { working: [], usage: undefined };

/** The progress after one more telling. */
export function toProgress(progress: Progress, telling: Telling): Progress {
  switch (telling.type) {
    case 'mail':
      return begin(progress, telling.mail.to);
    case 'text-start':
      return begin(progress, telling.text.by.agent);
    case 'call':
    case 'result':
      // Calls of the other kinds are over as soon as they are told.
      return telling.call.kind === 'action' ? begin(progress, telling.call.by.agent) : progress;
    case 'queued': {
      const { queued: _, ...rest } = progress;
      return telling.place === 0 ? rest : { ...rest, queued: telling.place };
    }
    case 'usage': {
      const working = progress.working.filter((agent) => agent !== telling.agent);
      return { ...progress, working, usage: addUsage(progress.usage, telling.usage) };
    }
    default:
      return progress;
  }
}

function begin(progress: Progress, agent: string): Progress {
  return progress.working.includes(agent) ? progress : { ...progress, working: [...progress.working, agent] };
}
