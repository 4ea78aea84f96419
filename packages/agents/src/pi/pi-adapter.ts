import type { AgentAdapter } from '../agent-adapter.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { adaptMessage } from './adapt-message.ts';
import { adaptUserMessage, type PiInput } from './adapt-user-message.ts';
import { openPi, piAvailability, type PiDriverOptions } from './open-pi.ts';
import type { PiEvent } from './pi-event.ts';
import { type PiState, startPi } from './pi-state.ts';
import { finishPi, translatePi } from './translate-pi.ts';

export type PiAdapter = AgentAdapter<PiEvent, PiState, PiInput>;

/**
 * Makes an agent of pi, which runs in this process, with its file tools or your own.
 *
 * @example
 * registerAgent('support', createPiAdapter({ tools: () => [lookUpOrder], systemPrompt: 'You help customers.' }));
 */
export function createPiAdapter(options: PiDriverOptions = {}): PiAdapter {
  return {
    name: 'pi',
    start: startPi,
    translate: translatePi,
    finish: finishPi,
    pause: pauseRun,
    proceed: proceedRun,
    adaptMessage,
    adaptUserMessage,
    open: (openOptions) => openPi(openOptions, options),
    availability: () => piAvailability(options),
  };
}
