import { describe, expect, test } from 'vitest';
import { Backlog, type Holder } from './backlog.ts';

const piece = (size: number): Uint8Array => new Uint8Array(size);

/** Somebody for whom pieces wait until they are let go. */
class Waiting implements Holder {
  isGone = false;
  readonly #backlog: Backlog;
  #pieces: Uint8Array[] = [];

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  get waiting(): number {
    return this.#pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  wait(...pieces: Uint8Array[]): void {
    this.#pieces.push(...pieces);
    this.#backlog.hold(this, pieces);
  }

  letGo(): void {
    this.isGone = true;
    this.#backlog.release(this.#pieces);
    this.#backlog.remove(this);
    this.#pieces = [];
  }
}

describe('the backlog of a process', () => {
  test('counts a piece once, however many readers wait for it', () => {
    const backlog = new Backlog(1_000);
    const readers = Array.from({ length: 50 }, () => new Waiting(backlog));
    const news = piece(600);
    for (const reader of readers) reader.wait(news);
    expect(backlog.bytes).toBe(600);
    for (const reader of readers.slice(1)) reader.letGo();
    expect(backlog.bytes).toBe(600);
    readers[0]!.letGo();
    expect(backlog.bytes).toBe(0);
  });

  test('drops the reader with most waiting, until the rest fits', () => {
    const backlog = new Backlog(1_000);
    const [small, large, middle] = [new Waiting(backlog), new Waiting(backlog), new Waiting(backlog)];
    small.wait(piece(100));
    large.wait(piece(300), piece(300));
    middle.wait(piece(400));
    expect([small.isGone, large.isGone, middle.isGone, backlog.bytes]).toEqual([false, true, false, 500]);
    small.wait(piece(900));
    expect([small.isGone, middle.isGone, backlog.bytes]).toEqual([true, false, 400]);
  });

  test('holds a single piece that is larger than the limit', () => {
    const backlog = new Backlog(1_000);
    const [one, other] = [new Waiting(backlog), new Waiting(backlog)];
    const huge = piece(5_000);
    one.wait(huge);
    other.wait(huge);
    expect([one.isGone, other.isGone, backlog.bytes]).toEqual([false, false, 5_000]);
  });
});
