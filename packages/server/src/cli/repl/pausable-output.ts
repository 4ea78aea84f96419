import { Writable } from 'node:stream';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * An output that can be closed for a while. The line editor writes through it, so that what somebody types while agents
 * are at work is kept, but does not show up in the middle of their conversation.
 */
export class PausableOutput extends Writable {
  open = true;
  readonly isTTY: boolean;
  readonly #output: Terminal['output'];
  readonly #resize = (): void => void this.emit('resize');

  constructor(output: Terminal['output']) {
    super({ decodeStrings: false });
    this.#output = output;
    this.isTTY = output.isTTY === true;
    output.on('resize', this.#resize);
  }

  get columns(): number | undefined {
    return this.#output.columns;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.open) this.#output.write(chunk);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#output.off('resize', this.#resize);
    done(error);
  }
}
