import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ActionContext } from '../../definitions/action.ts';
import { PythonBridge, type PythonBridgeOptions } from '../python-bridge.ts';
import type { PythonEvent } from '../python-event.ts';

/** The folder that the package `ferry` is in. */
const CODE = join(import.meta.dirname, 'code');

/** Whether this machine has a Python that the bridge can use. Where it has none, tests that need one are skipped. */
export const HAS_PYTHON =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' }).status === 0;

/** A bridge to the ferry's code, with everything that happens in it. */
export function openFerry(options: PythonBridgeOptions = {}): PythonBridge & { events: PythonEvent[] } {
  const events: PythonEvent[] = [];
  const bridge = new PythonBridge({
    python: 'python3',
    folders: [CODE],
    onEvent: (event) => events.push(event),
    ...options,
    environment: { PYTHONDONTWRITEBYTECODE: '1', FERRY: 'yes', ...options.environment },
  });
  return Object.assign(bridge, { events });
}

/** The context of a call in no task at all. */
export function contextOf(changes: Partial<ActionContext> = {}): ActionContext {
  return {
    signal: new AbortController().signal,
    idempotencyKey: 'key-1',
    task: { id: 'task-1', swarm: 'ferry', owner: 'user/anna' },
    agent: 'captain',
    callId: 'call-1',
    log: () => undefined,
    ...changes,
  };
}
