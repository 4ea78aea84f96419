import { Fuse } from './fuse.ts';

/** When a process ends itself: so many milliseconds after the n-th moment of its work. */
export type Death = { moment: number; delay: number };

/** Kills its own process for good, with SIGKILL, unless it is done before or somebody else is quicker. */
export class Deadline extends Fuse {
  readonly #death: Death | undefined;

  constructor(death?: Death) {
    super();
    this.#death = death;
  }

  override survives(moment: string): boolean {
    const survives = super.survives(moment);
    if (this.moments.length !== this.#death?.moment) return survives;
    if (this.#death.delay === 0) die();
    else setTimeout(die, this.#death.delay);
    return survives;
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
