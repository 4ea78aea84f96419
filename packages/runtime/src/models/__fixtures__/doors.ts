import { type ScriptedLLM, type Script, startScriptedLLM } from '@posthouse/testkit';
import { agent, type AgentOptions } from '../../definitions/agent.ts';
import { createResponder, type ResponderOptions } from '../create-responder.ts';
import type { Respond } from '../../respond/respond.ts';

/** The ways to a model over HTTP. */
export const DOORS = {
  'openai responses': { model: 'openai/gpt-5-mini' },
  'openai completions': { model: 'openai/gpt-5-mini', toolFormat: 'completions' },
  'anthropic messages': { model: 'anthropic/claude-sonnet-4-5' },
  'openai-compatible': { model: 'openai-compatible/some-model' },
} as const satisfies Record<string, Partial<AgentOptions>>;

export type Door = keyof typeof DOORS;

export const DOOR_NAMES = Object.keys(DOORS) as Door[];

export const KEYS = { OPENAI_API_KEY: 'openai-very-secret', ANTHROPIC_API_KEY: 'anthropic-very-secret' };

export type OpenDoorOptions = {
  script: Script;
  agent?: Partial<AgentOptions>;
  options?: ResponderOptions;
};

export type OpenDoor = AsyncDisposable & { llm: ScriptedLLM; respond: Respond };

/** Starts a scripted server and an agent that reaches it through the given door. */
export async function openDoor(door: Door, { script, agent: settings, options }: OpenDoorOptions): Promise<OpenDoor> {
  const llm = await startScriptedLLM({ script });
  const baseURL = `${llm.url}/v1`;
  const respond = createResponder(
    agent({ name: 'math', system: 'You calculate.', commTargets: [], ...DOORS[door], ...settings }),
    {
      maxRetries: 0,
      environment: {
        ...KEYS,
        OPENAI_BASE_URL: baseURL,
        ANTHROPIC_BASE_URL: baseURL,
        OPENAI_COMPATIBLE_BASE_URL: baseURL,
        LITELLM_PROXY_API_BASE: baseURL,
      },
      ...options,
    },
  );
  return { llm, respond, [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose]() };
}
