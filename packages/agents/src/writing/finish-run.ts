import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews, FinishReason } from '../agent-news.ts';
import { closeNested } from './nested-agents.ts';
import { toNotUnderstood } from './not-understood.ts';
import type { RunState } from './run-state.ts';
import { RunWriter } from './run-writer.ts';
import { toFacts } from './to-facts.ts';

const OPEN_CALL = {
  ended: 'No result: the run ended before this call did.',
  failed: 'No result: the run failed before this call was done.',
  stopped: 'Interrupted: the run was stopped before this call was done.',
} as const;

const NESTED = { ended: 'completed', failed: 'failed', stopped: 'stopped' } as const;

/** Closes everything that is open and ends the message; returns nothing if it has already ended. */
export function finishRun(state: RunState, end: RunEnd, finishReason: FinishReason = 'stop'): AgentNews[] {
  if (state.phase === 'ended') return [];
  const writer = new RunWriter(state);
  writer.start();
  if (!state.hasPart) writer.beginStep();
  writer.closeTexts();
  for (const [toolCallId, call] of state.calls) {
    if (call.phase !== 'done') writer.failure(toolCallId, OPEN_CALL[end.outcome]);
  }
  for (const news of closeNested(writer.state, NESTED[end.outcome])) writer.pass(news);
  writer.endStep();
  const { agent, ignored } = writer.state;
  if (Object.values(ignored).some((count) => count > 1)) writer.pass(toNotUnderstood(agent, ignored));
  if (end.outcome === 'failed') writer.describe({ error: end.errorText });
  const facts = toFacts(writer.state);
  if (end.outcome === 'failed') writer.pass({ type: 'end', ...end, facts });
  else {
    const { outcome } = end;
    writer.pass({ type: 'end', outcome, finishReason: outcome === 'stopped' ? 'stop' : finishReason, facts });
  }
  return writer.news;
}

/** What is told while the run waits for answers. */
export function pauseRun(state: RunState): AgentNews[] {
  const step: AgentNews[] = state.isStepOpen ? [{ type: 'step-end' }] : [];
  return [...step, { type: 'pause', facts: toFacts(state) }];
}

/** How it continues afterwards: the same message, with a new step if it was in the middle of one. */
export function proceedRun<State extends RunState>(state: State): Translation<State> {
  const step: AgentNews[] = state.isStepOpen ? [{ type: 'step-start' }] : [];
  return { news: [{ type: 'start', messageId: state.options.messageId }, ...step], state };
}
