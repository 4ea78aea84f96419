import type { StepResult, ToolSet } from 'ai';
import { type ModelCall, askModel } from './ask-model.ts';
import { toPromptMessages } from '../answer/to-prompt-messages.ts';

/** An answer that pauses more often than this is not getting anywhere. */
const MAX_PAUSES = 10;

/**
 * Asks a model until its answer is whole, and returns what it answered each time. That is once, except with Anthropic,
 * which pauses an answer when its own tools run for long and goes on when it is sent back what it has said so far.
 */
export async function streamWholeAnswer(call: ModelCall): Promise<StepResult<ToolSet>[]> {
  const steps: StepResult<ToolSet>[] = [];
  do {
    const said = toPromptMessages(steps.flatMap((step) => step.response.messages));
    steps.push(await askModel({ ...call, messages: [...call.messages, ...said] }));
  } while (steps.at(-1)?.rawFinishReason === 'pause_turn' && steps.length <= MAX_PAUSES);
  return steps;
}
