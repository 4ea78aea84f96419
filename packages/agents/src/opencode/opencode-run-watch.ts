import { type OpencodeEvent, sessionOf } from './opencode-event.ts';

/**
 * When a run is over, told from its events alone. `idle` alone does not say it: after an error or a stop OpenCode is
 * idle first and then still completes parts and messages, until it is idle a second time.
 */
export interface OpencodeRunWatch {
  readonly sessionId: string;
  /** The session itself and the sessions of agents inside it. */
  readonly family: readonly string[];
  readonly busy: boolean;
  readonly failed: boolean;
  /** `settling`: idle after an error, where a second idle may follow or not. */
  readonly phase: 'running' | 'settling' | 'over';
}

export function watchRun(sessionId: string): OpencodeRunWatch {
  return { sessionId, family: [sessionId], busy: false, failed: false, phase: 'running' };
}

/** Takes the next event of the server into account. */
export function observe(watch: OpencodeRunWatch, event: OpencodeEvent): OpencodeRunWatch {
  const { type, properties } = event;
  if (type === 'session.created') {
    const { id, parentID } = properties?.info ?? {};
    const isChild = id !== undefined && parentID !== undefined && watch.family.includes(parentID);
    return isChild ? { ...watch, family: [...watch.family, id] } : watch;
  }
  if (sessionOf(event) !== watch.sessionId) return watch;
  if (type === 'session.error') return { ...watch, busy: true, failed: true };
  if (type === 'session.status' && properties?.status?.type !== 'idle') return { ...watch, busy: true };
  if (type !== 'session.idle') return watch;
  // What was said before our prompt was taken up is about an earlier run.
  if (!watch.busy) return watch;
  return { ...watch, phase: watch.failed && watch.phase === 'running' ? 'settling' : 'over' };
}

/** Whether an event is about this run at all. One server holds the conversations of many. */
export function isOfRun({ family }: OpencodeRunWatch, event: OpencodeEvent): boolean {
  const session = sessionOf(event);
  return session !== undefined && family.includes(session);
}
