import type { Script, ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';

/** Gives one server of a model a new script for every scenario, so that agent programs need not be started anew for each. */
export class TurnPlayer {
  #script: Script = [];
  #played = 0;

  /** What the model answers from now on. */
  load(script: Script): void {
    this.#script = script;
    this.#played = 0;
  }

  /** The script of the server. */
  readonly play = (request: ScriptedRequest): ScriptedTurn | PromiseLike<ScriptedTurn> => {
    if (typeof this.#script === 'function') return this.#script(request);
    const turn = this.#script[this.#played];
    this.#played += 1;
    if (turn === undefined) throw new Error(`The script has ${this.#script.length} turns, all played.`);
    return turn;
  };
}
