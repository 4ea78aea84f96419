import { invalidConfiguration } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import { functionResponder } from './function-responder.ts';
import { modelResponder, type ModelResponderOptions } from './model-responder.ts';
import type { Respond } from '../respond/respond.ts';

export type ResponderOptions = ModelResponderOptions;

/**
 * What answers for an agent: its function, or its language model. The model is looked up when it is first asked.
 *
 * @example
 * const respond = createResponder(agent({ name: 'math', model: 'openai/gpt-5-mini', commTargets: [] }), { prices });
 * const { calls } = await respond({ agent: 'math', messages, inputs, tools, toolChoice: 'required', signal, onDelta });
 */
export function createResponder(agent: Agent, options: ResponderOptions = {}): Respond {
  const { run, model } = agent;
  if (run !== undefined) return functionResponder(agent, run, options);
  if (model !== undefined) return modelResponder(agent, model, options);
  throw invalidConfiguration(`agent ${agent.name} has neither a model nor a function to run`);
}
