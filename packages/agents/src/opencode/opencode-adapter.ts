import type { AgentAdapter } from '../agent-adapter.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { adaptMessage } from './adapt-message.ts';
import { adaptUserMessage, type OpencodeInput } from './adapt-user-message.ts';
import { opencodeAvailability, type OpencodeDriverOptions, openOpencode } from './open-opencode.ts';
import type { OpencodeEvent } from './opencode-event.ts';
import { type OpencodeState, startOpencode } from './opencode-state.ts';
import { ServerPool } from './server-pool.ts';
import { finishOpencode, translateOpencode } from './translate-opencode.ts';

export type OpencodeAdapter = AgentAdapter<OpencodeEvent, OpencodeState, OpencodeInput>;

/**
 * Makes an agent of OpenCode. Its server is started when a session has something to do. Sessions of one adapter with
 * the same settings share a server.
 *
 * @example
 * registerAgent('opencode', createOpencodeAdapter({ from: '/srv/agents' }));
 */
export function createOpencodeAdapter(options: Omit<OpencodeDriverOptions, 'pool'> = {}): OpencodeAdapter {
  const pool = new ServerPool();
  return {
    name: 'opencode',
    start: startOpencode,
    translate: translateOpencode,
    finish: finishOpencode,
    pause: pauseRun,
    proceed: proceedRun,
    adaptMessage,
    adaptUserMessage,
    open: (openOptions) => openOpencode(openOptions, { ...options, pool }),
    availability: () => opencodeAvailability(options.from),
  };
}
