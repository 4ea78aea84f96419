import { type LogEntry, type MAILMessage, type OpenCall, PosthouseError } from '@posthouse/protocol';
import { STEP_ENDED, stepEndText } from '../task/carry-step.ts';

/** A step that is safe on disk. */
export type SubmittedStep = { taskId: string; stepId: string; target: string; run: number; after: number };

/** The result of a step. */
export type StepResult = {
  taskId: string;
  run: number;
  stepId: string;
  /**
   * `done`: the agent has spoken. `complete`: it completed the task, and `text` is the answer. `paused`: the task
   * waits for results of `calls`; resume it and ask for the result of the step again.
   */
  status: 'done' | 'complete' | 'paused';
  /** What the agent said; empty if it only called tools. */
  text: string;
  /** The message that carries its text. */
  message?: MAILMessage;
  calls?: OpenCall[];
};

/** What the log has told about a step so far. */
export type StepProgress = {
  message?: MAILMessage;
  calls?: OpenCall[];
  failure?: string;
  /** Set once the step is over: its result, or why there is none. */
  outcome?: StepResult | PosthouseError;
};

/** Takes in one more entry. */
export function followStep(progress: StepProgress, entry: LogEntry, step: SubmittedStep): StepProgress {
  switch (entry.type) {
    case 'message':
      return saysIn(entry.message, step.stepId) ? { ...progress, message: entry.message } : progress;
    case 'paused':
      return { ...progress, calls: entry.calls };
    case 'resumed': {
      const { calls: _answered, ...rest } = progress;
      return rest;
    }
    case 'notice':
      return followNotice(progress, entry, step);
    case 'run-ended':
      return entry.run === step.run ? followRunEnd(progress, entry, step) : progress;
    default:
      return progress;
  }
}

/** The result of a step that the log says nothing more about: the task is paused. */
export function toPausedResult({ calls = [] }: StepProgress, { taskId, run, stepId }: SubmittedStep): StepResult {
  return { taskId, run, stepId, status: 'paused', text: '', calls };
}

function followNotice(
  progress: StepProgress,
  { agent, code, text }: LogEntry & { type: 'notice' },
  { taskId, run, stepId, target }: SubmittedStep,
): StepProgress {
  if (agent !== target) return progress;
  if (code === 'model_failed') return { ...progress, failure: text };
  if (code !== STEP_ENDED) return progress;
  // The end of an earlier step of the same agent: whatever failed until then was not ours.
  if (text !== stepEndText(stepId)) {
    const { failure: _foreign, ...rest } = progress;
    return rest;
  }
  const { message, failure } = progress;
  if (failure !== undefined) {
    return { ...progress, outcome: new PosthouseError({ code: 'model_failed', message: failure }) };
  }
  const said = message === undefined ? { text: '' } : { text: message.message.body, message };
  return { ...progress, outcome: { taskId, run, stepId, status: 'done', ...said } };
}

function followRunEnd(
  progress: StepProgress,
  { outcome, text, code }: LogEntry & { type: 'run-ended' },
  { taskId, run, stepId }: SubmittedStep,
): StepProgress {
  if (outcome === 'complete') return { ...progress, outcome: { taskId, run, stepId, status: 'complete', text } };
  const reason = [outcome, code].find((each) => each === 'cancelled' || each === 'limit_reached') ?? 'model_failed';
  return { ...progress, outcome: new PosthouseError({ code: reason, message: text }) };
}

function saysIn({ message }: MAILMessage, stepId: string): boolean {
  return message.sender.addressType === 'agent' && message.routingInfo?.manual_step === stepId;
}
