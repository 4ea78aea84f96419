import { findPackage, findPackageIn, loadPackage, missingPackage } from '../driving/load-package.ts';
import type { PiEvent, PiMessage } from './pi-event.ts';
import type { PiInput } from './adapt-user-message.ts';
import type { PiTool } from './pi-tool.ts';

/** What we use of `pi-agent-core`, described here because it is an optional peer. */
export interface PiAgent {
  readonly state: { messages: readonly PiMessage[]; readonly errorMessage?: string };
  subscribe(listener: (event: PiEvent) => Promise<void> | void): () => void;
  prompt(message: PiInput & { timestamp: number }): Promise<void>;
  abort(): void;
  waitForIdle(): Promise<void>;
}

export interface PiAgentOptions {
  readonly initialState: {
    readonly systemPrompt: string;
    readonly model: PiModel;
    readonly thinkingLevel: string;
    readonly tools: readonly PiTool[];
    readonly messages: readonly PiMessage[];
  };
  readonly getApiKey: (provider: string) => string | undefined;
  readonly beforeToolCall: (
    call: { readonly toolCall: { readonly id: string; readonly name: string }; readonly args: unknown },
    signal?: AbortSignal,
  ) => Promise<{ block: true; reason: string } | undefined>;
  readonly streamFn?: StreamFunction | undefined;
}

/** A model as pi describes it. */
export interface PiModel {
  readonly id: string;
  readonly name: string;
  readonly api: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly reasoning: boolean;
  readonly input: readonly string[];
  readonly cost: { input: number; output: number; cacheRead: number; cacheWrite: number };
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly compat?: Readonly<Record<string, unknown>>;
}

/** pi, ready to be used. */
export interface LoadedPi {
  createAgent(options: PiAgentOptions): PiAgent;
  /** A model that pi knows, or undefined. */
  findModel(provider: string, id: string): PiModel | undefined;
  /** The key for a provider in the environment. */
  findKey(provider: string): string | undefined;
}

interface CoreModule {
  Agent: new (options: PiAgentOptions) => PiAgent;
}

/** Asks a model. */
export type StreamFunction = (
  model: unknown,
  context: unknown,
  options?: { readonly maxRetries?: number; readonly signal?: AbortSignal },
) => unknown;

interface ModelModule {
  streamSimple: StreamFunction;
  getModel(provider: string, id: string): PiModel | undefined;
  getEnvApiKey(provider: string): string | undefined;
}

/** The older package asks again after an error as often; the newer one only if it is told to. */
const MAX_RETRIES = 2;

/** The newer name first. Both are the same agent; the older one is no longer published. */
const SCOPES = ['@earendil-works', '@mariozechner'] as const;

export interface PiPackageOptions {
  /** A folder in whose `node_modules` it may be. */
  readonly from?: string | undefined;
  /** Which of the two packages, where both are installed. */
  readonly packageName?: string | undefined;
}

/** The package that `loadPi` would take. */
export function findPi({ from, packageName }: PiPackageOptions): { packageName: string; folder: string } | undefined {
  const names = SCOPES.map((scope) => `${scope}/pi-agent-core`).filter((name) => name === (packageName ?? name));
  const looks = [
    // Whoever names a folder means what is in it, though there may be a newer one elsewhere.
    ...(from === undefined ? [] : [(name: string) => findPackageIn(from, name)]),
    (name: string) => findPackage({ packageName: name }),
  ];
  for (const look of looks) {
    for (const name of names) {
      const folder = look(name);
      if (folder !== undefined) return { packageName: name, folder };
    }
  }
  return undefined;
}

/** The error when neither package is there. */
export function missingPi({ packageName = `${SCOPES[0]}/pi-agent-core` }: PiPackageOptions): Error {
  return missingPackage({ agent: 'pi', packageName });
}

/** Loads pi and the models that belong to it. */
export async function loadPi(options: PiPackageOptions): Promise<LoadedPi> {
  const found = findPi(options);
  if (found === undefined) throw missingPi(options);
  const { packageName, folder } = found;
  const { Agent } = await loadPackage<CoreModule>({ agent: 'pi', packageName, from: options.from });
  // The models come from the copy that the agent itself uses, wherever npm has put that.
  const models = packageName.replace('pi-agent-core', 'pi-ai');
  const entry = packageName.startsWith('@earendil') ? './compat' : '.';
  const { streamSimple, getModel, getEnvApiKey } = await loadPackage<ModelModule>({
    agent: 'pi',
    packageName: models,
    entry,
    from: folder,
  });
  return {
    createAgent: (agentOptions) =>
      new Agent({
        ...agentOptions,
        streamFn:
          agentOptions.streamFn ??
          ((model, context, given) => streamSimple(model, context, { ...given, maxRetries: MAX_RETRIES })),
      }),
    findModel: getModel,
    findKey: getEnvApiKey,
  };
}
