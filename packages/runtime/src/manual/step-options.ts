import { defined, EVERYONE, invalidInput, PosthouseError } from '@posthouse/protocol';
import type { ModelRef } from '../definitions/agent.ts';
import { didYouMean } from '../definitions/closest-name.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { RESPONSE_TYPES, type ResponseType, type StepContext } from '../task/step-context.ts';

/** One turn of one agent, asked for by hand. */
export type StepOptions = {
  taskId: string;
  /** The agent whose turn it is. */
  target: string;
  /** How its text travels: to all targets, or to the first of them. `broadcast` by default. */
  responseType?: ResponseType;
  /** Who hears it. A broadcast goes to `all` by default; a request or response needs a target. */
  responseTargets?: string[];
  /** Text added after the agent's buffer, word for word. */
  payload?: string;
  /** Used instead of the agent's own model. An object lives only as long as this process; a name survives a crash. */
  model?: ModelRef;
  /** Used instead of the agent's system prompt. */
  system?: string;
  /** Summarizes the agent's history first if its prompt takes more than this share of the model's context window. */
  dynamicContextRatio?: number;
  /** Two steps with the same key are one: after a crash, ask again with it to get the answer. */
  idempotencyKey?: string;
  /** Ends the waiting, not the step. */
  signal?: AbortSignal;
};

/** A step as data, once everything it names exists. Throws before anything is written. */
export function toStepContext(options: StepOptions, definition: SwarmDefinition, id: string): StepContext {
  const { target, responseType = 'broadcast', responseTargets, model, system, dynamicContextRatio } = options;
  expectAgent(target, definition);
  if (!RESPONSE_TYPES.includes(responseType)) {
    throw invalidInput(`a response type is ${RESPONSE_TYPES.join(', ')}, not '${String(responseType)}'`);
  }
  if (dynamicContextRatio !== undefined && !(dynamicContextRatio >= 0 && dynamicContextRatio <= 1)) {
    throw invalidInput(`dynamicContextRatio is a part of the context window, from 0 to 1, not ${dynamicContextRatio}`);
  }
  return {
    id,
    responseType,
    responseTargets: toTargets(target, responseType, responseTargets, definition),
    ...toModel(model),
    ...defined({ system, dynamicContextRatio }),
  };
}

function toTargets(
  target: string,
  responseType: ResponseType,
  given: readonly string[] | undefined,
  definition: SwarmDefinition,
): string[] {
  const isBroadcast = responseType === 'broadcast';
  const targets = given ?? (isBroadcast ? [EVERYONE] : []);
  for (const each of targets) if (each !== EVERYONE || !isBroadcast) expectAgent(each, definition);
  // A request or response has one reader, the first target; a broadcast has all but the one who speaks.
  const hearers = isBroadcast ? targets.filter((each) => each !== target) : targets.slice(0, 1);
  if (hearers.length > 0 && hearers[0] !== target) return [...targets];
  const article = responseType === 'request' ? 'a request' : `a ${responseType}`;
  throw invalidInput(`${article} of '${target}' needs a recipient: name another agent in responseTargets`);
}

/** The names of agents, or `all`, that a message of the user is meant for. */
export function toRecipients(recipients: readonly string[], definition: SwarmDefinition): string[] {
  for (const each of recipients) if (each !== EVERYONE) expectAgent(each, definition);
  if (recipients.length === 0) throw invalidInput('a message needs at least one recipient');
  return recipients.includes(EVERYONE) ? [EVERYONE] : [...new Set(recipients)];
}

function toModel(model: ModelRef | undefined): Pick<StepContext, 'model' | 'modelInMemory'> {
  if (model === undefined) return {};
  if (typeof model === 'string') return { model };
  return { model: `${model.provider}/${model.modelId}`, modelInMemory: true };
}

function expectAgent(name: string, { agents, name: swarm }: SwarmDefinition): void {
  const names = agents.map((agent) => agent.name);
  if (names.includes(name)) return;
  throw new PosthouseError({
    code: 'agent_not_found',
    message: `swarm '${swarm}' has no agent '${name}'.${didYouMean(name, names)}`,
  });
}
