import { PosthouseError } from '@posthouse/protocol';
import type { Availability, OpenOptions } from '../agent-adapter.ts';
import { findPackage, loadPackage, missingPackage } from '../driving/load-package.ts';
import { programEnvironment } from '../driving/program-environment.ts';
import { IDLE_MS, SILENCE_MS } from '../driving/session-limits.ts';
import { findExecutable } from './find-executable.ts';
import type { OpencodeModule } from './opencode-client.ts';
import { readOpencodeOptions, toOpencodeConfig, toOpencodeModel } from './opencode-config.ts';
import { OpencodeSession, type OpencodeTiming } from './opencode-session.ts';
import type { ServerPool } from './server-pool.ts';

const SDK = { agent: 'opencode', packageName: '@opencode-ai/sdk' };
const TIMING: OpencodeTiming = { silenceMs: 60_000, quietMs: SILENCE_MS, settleMs: 2_000, stopMs: 5_000 };

export interface OpencodeDriverOptions {
  readonly pool: ServerPool;
  /** A folder in whose `node_modules` the program may be. */
  readonly from?: string | undefined;
  readonly timing?: Partial<OpencodeTiming> | undefined;
}

/** Opens a conversation. The server is started by its first message. */
export async function openOpencode(options: OpenOptions, driver: OpencodeDriverOptions): Promise<OpencodeSession> {
  const { pool, from, timing } = driver;
  const { agent, executable } = readOpencodeOptions(options.options);
  const model = toOpencodeModel(options.model);
  const { createOpencodeClient } = await loadPackage<OpencodeModule>({ ...SDK, from, entry: './v2/client' });
  const env = programEnvironment({ prefixes: ['OPENCODE_'], env: options.env });
  const program = findExecutable({ executable, path: env.PATH, from });
  if (program === undefined) throw missingProgram(executable);
  const settings = { executable: program, env, config: toOpencodeConfig(options) };
  return new OpencodeSession({
    agentSessionId: options.agentSessionId,
    model,
    agent,
    idleMs: options.idleMs ?? IDLE_MS,
    timing: { ...TIMING, ...(options.silenceMs !== undefined && { quietMs: options.silenceMs }), ...timing },
    connect: async () => {
      const lease = await pool.lease(settings);
      const { url, authorization } = lease.server;
      const client = createOpencodeClient({ baseUrl: url, directory: options.cwd, headers: { authorization } });
      return { lease, client };
    },
  });
}

/** Whether both the package and the program are there. */
export async function opencodeAvailability(from?: string): Promise<Availability> {
  const missing =
    findPackage({ ...SDK, from }) === undefined
      ? missingPackage(SDK)
      : findExecutable({ path: process.env.PATH, from }) === undefined
        ? missingProgram()
        : undefined;
  return missing === undefined ? { available: true } : { available: false, reason: missing.message };
}

function missingProgram(executable = 'opencode'): PosthouseError {
  return new PosthouseError({
    code: 'agent_unavailable',
    message: `The agent "opencode" needs the program ${JSON.stringify(executable)}. Install it with "npm install opencode-ai".`,
    details: { package: 'opencode-ai' },
  });
}
