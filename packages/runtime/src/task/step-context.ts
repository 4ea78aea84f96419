import { defined, type MAILMessage } from '@posthouse/protocol';

export const STEP_SUBJECT = '::manual_step::';

/** How the words of an agent travel when it answers a step. */
export const RESPONSE_TYPES = ['broadcast', 'response', 'request'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/**
 * What a step asks for besides its payload. It travels as data on the mail that wakes the agent, and again on every mail
 * that wakes it anew within the step: an action call changes nothing about who hears the answer, and neither does a crash.
 */
export type StepContext = {
  /** The id of the message that opened the step. */
  id: string;
  responseType: ResponseType;
  responseTargets: string[];
  /** A model by name, or the name of one that was given as an object. */
  model?: string;
  /** The model is an object: only the process that was given it can ask it. */
  modelInMemory?: true;
  system?: string;
  dynamicContextRatio?: number;
};

/** The step as routing information of a message. */
export function toRouting(step: StepContext): Record<string, unknown> {
  return {
    manual_step: step.id,
    manual_response_type: step.responseType,
    manual_response_targets: step.responseTargets,
    manual_model: step.model,
    ...(step.modelInMemory === undefined ? {} : { manual_model_in_memory: true }),
    ...defined({ manual_system: step.system, manual_context_ratio: step.dynamicContextRatio }),
  };
}

/** The step that a turn with these inputs belongs to, if it belongs to one. */
export function stepOf(inputs: readonly MAILMessage[]): StepContext | undefined {
  const message = inputs.findLast((input) => stepIdOf(input) !== undefined);
  return message === undefined ? undefined : toStep(message);
}

/** The step that a message of the system opens or continues. What agents say is never taken for a step. */
export function stepIdOf({ message }: MAILMessage): string | undefined {
  const id = message.routingInfo?.manual_step;
  return message.sender.addressType === 'system' && typeof id === 'string' ? id : undefined;
}

function toStep({ message: { routingInfo = {} } }: MAILMessage): StepContext {
  const { manual_response_type: type, manual_response_targets: targets, manual_context_ratio: ratio } = routingInfo;
  const { manual_model: model, manual_system: system } = routingInfo;
  return {
    id: String(routingInfo.manual_step),
    responseType: RESPONSE_TYPES.find((each) => each === type) ?? 'broadcast',
    responseTargets: Array.isArray(targets) ? targets.map(String) : [],
    ...(typeof model === 'string' ? { model } : {}),
    ...(routingInfo.manual_model_in_memory === true ? { modelInMemory: true } : {}),
    ...(typeof system === 'string' ? { system } : {}),
    ...(typeof ratio === 'number' ? { dynamicContextRatio: ratio } : {}),
  };
}
