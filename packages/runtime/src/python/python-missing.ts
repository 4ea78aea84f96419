import { PosthouseError } from '@posthouse/protocol';
import type { Interpreter } from './find-interpreter.ts';

/** There is no Python to run a swarm's code with. Everything that needs none works all the same. */
export class PythonMissing extends PosthouseError {
  constructor({ command, chosenBy }: Interpreter, reason: string) {
    const hint =
      chosenBy === 'VIRTUAL_ENV'
        ? 'VIRTUAL_ENV names it; name another one with --python.'
        : 'Install Python 3.9 or newer, or name one with --python.';
    super({ code: 'invalid_configuration', message: `Python code cannot run here: '${command}' ${reason}. ${hint}` });
  }
}
