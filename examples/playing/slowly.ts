import type { Script } from '@posthouse/runtime/scripted';

/** The same script, with a pause before each piece of text, so that a person can watch. */
export function slowly(script: Script, delayMs: number): Script {
  if (typeof script !== 'function') return script.map((turn) => ({ ...turn, delayMs }));
  return async (request) => ({ ...(await script(request)), delayMs });
}
