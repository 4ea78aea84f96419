import type { Availability, OpenOptions } from '../agent-adapter.ts';
import { programEnvironment } from '../driving/program-environment.ts';
import { SILENCE_MS } from '../driving/session-limits.ts';
import type { PiMessage } from './pi-event.ts';
import { findPi, loadPi, missingPi, type PiModel, type PiPackageOptions, type StreamFunction } from './pi-module.ts';
import { readPiOptions, toPiModel } from './pi-options.ts';
import { PiSession } from './pi-session.ts';
import type { PiTool } from './pi-tool.ts';
import { defaultStateFolder } from './pi-transcript.ts';
import { READING_TOOLS, workspaceTools } from './workspace-tools.ts';

const SYSTEM_PROMPT = 'You are a careful assistant who works in a folder with the tools you have.';
const STOP_MS = 5_000;

/** How pi is set up beyond what a session may set; for programs with their own tools. */
export interface PiDriverOptions extends PiPackageOptions {
  /** The tools of a session; reading, writing and running commands in its folder by default. */
  readonly tools?: ((options: OpenOptions) => readonly PiTool[]) | undefined;
  /** Whether a call waits for the user; everything but reading does by default. */
  readonly needsApproval?: ((toolName: string, input: unknown) => boolean) | undefined;
  readonly systemPrompt?: string | undefined;
  readonly stopMs?: number | undefined;
  /** Asks the model instead of pi's own providers; for programs with their own models or retries. */
  readonly stream?: StreamFunction | undefined;
  /** The model, whatever a session asks for. */
  readonly model?: PiModel | undefined;
  /** What was said before, for programs that keep conversations themselves. pi then keeps nothing. */
  readonly messages?: readonly PiMessage[] | undefined;
}

/** Opens a conversation with pi. */
export async function openPi(options: OpenOptions, driver: PiDriverOptions): Promise<PiSession> {
  const {
    systemPrompt,
    thinkingLevel = 'low',
    permission,
    stateFolder,
    package: packageName,
  } = readPiOptions(options.options);
  const pi = await loadPi({ packageName: packageName ?? driver.packageName, from: driver.from });
  const model = driver.model ?? toPiModel(pi, options);
  // Commands get none of the keys that models need.
  const env = programEnvironment({ prefixes: [], env: options.env });
  const tools = driver.tools?.(options) ?? workspaceTools({ cwd: options.cwd, env });
  const needsApproval = driver.needsApproval ?? ((name: string) => !READING_TOOLS.has(name));
  return new PiSession({
    agentSessionId: options.agentSessionId,
    stateFolder: stateFolder ?? defaultStateFolder({ ...process.env, ...options.env }),
    needsApproval: permission === 'allow' ? () => false : needsApproval,
    stopMs: driver.stopMs ?? STOP_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    messages: driver.messages,
    createAgent: ({ messages, beforeToolCall }) =>
      pi.createAgent({
        initialState: {
          systemPrompt: systemPrompt ?? driver.systemPrompt ?? SYSTEM_PROMPT,
          model,
          thinkingLevel,
          tools,
          messages,
        },
        getApiKey: (provider) => options.apiKey ?? pi.findKey(provider),
        beforeToolCall,
        streamFn: driver.stream,
      }),
  });
}

/** Whether one of pi's packages is there. */
export async function piAvailability(options: PiPackageOptions): Promise<Availability> {
  return findPi(options) === undefined ? { available: false, reason: missingPi(options).message } : { available: true };
}
