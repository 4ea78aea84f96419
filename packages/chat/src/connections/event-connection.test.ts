import { describe, expect, test } from 'vitest';
import { Backlog } from './backlog.ts';
import type { ConnectionEnd } from './chunk-connection.ts';
import { EventConnection, type EventConnectionOptions, type Outgoing } from './event-connection.ts';
import { Flusher } from './flusher.ts';
import { PingWheel } from './ping-wheel.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const tick = () => new Promise((resolve) => setImmediate(resolve));

function open(options: Partial<EventConnectionOptions> = {}) {
  const wheel = new PingWheel(60_000);
  const ends: ConnectionEnd[] = [];
  const connection = new EventConnection({
    flusher: new Flusher(),
    wheel,
    backlog: new Backlog(1_000_000),
    maxBytes: 1_000,
    stallTurns: 30,
    outgoing: undefined,
    toPing: () => bytes('ping'),
    onEnd: (how) => ends.push(how),
    ...options,
  });
  return { connection, ends, wheel };
}

function connect(options: Partial<EventConnectionOptions> = {}) {
  const { connection, ends, wheel } = open(options);
  const reader = connection.body.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? undefined : Buffer.from(value).toString();
  };
  return { connection, reader, read, ends, wheel };
}

/** What is below a connection: takes everything, until it is told to take no more. */
function below({ headersSent = true, chunkedEncoding = true } = {}) {
  const written: string[] = [];
  const state = { headersSent, takesMore: true, drain: (): void => undefined, cut: 0 };
  const socket = {
    destroyed: false,
    write: (chunk: Uint8Array | string) => (written.push(Buffer.from(chunk).toString()), state.takesMore),
    once: (_: string, listener: () => void) => (state.drain = listener),
    cork: () => undefined,
    uncork: () => undefined,
  };
  const outgoing = {
    get headersSent() {
      return state.headersSent;
    },
    chunkedEncoding,
    socket,
    destroy: () => (state.cut += 1),
  } as unknown as Outgoing;
  return { outgoing, written, state, socket };
}

/** A response of Node's, as far as a connection needs one that it answers by itself. */
function response({ chunkedEncoding = true } = {}) {
  const { outgoing, written, state } = below({ chunkedEncoding });
  const rest = { destroyed: false, whole: [] as string[], ended: 0, close: (): void => undefined };
  const own = Object.defineProperties(outgoing, {
    destroyed: { get: () => rest.destroyed },
    write: { value: (piece: Uint8Array) => rest.whole.push(Buffer.from(piece).toString()) > 0 },
    end: { value: () => (rest.ended += 1) },
    once: { value: (_: string, listener: () => void) => (rest.close = listener) },
  });
  return { outgoing: own, written, state, rest };
}

function answering(options: { chunkedEncoding?: boolean } = {}) {
  const answer = response(options);
  return { ...answer, ...open({ outgoing: answer.outgoing }) };
}

describe('a connection that answers by itself', () => {
  test('writes what was sent before and after, and ends the answer', async () => {
    const { connection, written, rest, ends, wheel } = answering();
    const { body } = connection;
    expect(EventConnection.of(body)).toBe(connection);
    connection.send(bytes('a'));
    connection.answer();
    connection.send(bytes('b'));
    await tick();
    expect(written).toEqual(['1\r\na\r\n', '1\r\nb\r\n']);
    connection.end();
    await tick();
    expect([rest.ended, ends, wheel.size]).toEqual([1, ['ended'], 0]);
    expect(() => connection.body).toThrow('answers by itself');
  });

  test('ignores what becomes of its body, and notices when the reader leaves', async () => {
    const { connection, rest, ends } = answering();
    const { body } = connection;
    connection.answer();
    await body.cancel();
    expect(connection.closed).toBe(false);
    rest.close();
    expect([connection.closed, ends]).toEqual([true, ['left']]);
  });

  test('writes without chunks to a client that knows none, and nothing to one that has left', async () => {
    const { connection, written, rest } = answering({ chunkedEncoding: false });
    connection.answer();
    connection.send(bytes('whole'));
    await tick();
    expect([written, rest.whole]).toEqual([[], ['whole']]);
    const late = answering();
    late.rest.destroyed = true;
    late.connection.answer();
    expect(late.ends).toEqual(['left']);
  });

  test('no connection is found for a body without a socket below', () => {
    expect(EventConnection.of(connect().connection.body)).toBeUndefined();
    expect(EventConnection.of(new ReadableStream())).toBeUndefined();
  });
});

describe('a connection', () => {
  test('sends what gathers within a tick as one chunk', async () => {
    const { connection, read } = connect();
    const first = read();
    for (const text of ['a', 'b', 'c']) connection.send(bytes(text));
    expect(await first).toBe('abc');
    connection.send(bytes('d'));
    expect(await read()).toBe('d');
  });

  test('ends when all that was sent has gone out', async () => {
    const { connection, read, ends, wheel } = connect();
    connection.send(bytes('last words'));
    connection.end();
    connection.send(bytes('too late'));
    expect(await read()).toBe('last words');
    expect(await read()).toBeUndefined();
    expect(ends).toEqual(['ended']);
    expect(wheel.size).toBe(0);
  });

  test('a connection is told once when the reader leaves, and accepts nothing more', async () => {
    const { connection, reader, ends, wheel } = connect();
    await reader.cancel();
    connection.send(bytes('to nobody'));
    connection.end();
    connection.drop();
    await tick();
    expect(ends).toEqual(['left']);
    expect(wheel.size).toBe(0);
  });

  test('drops a reader that does not keep up, with everything it had for it', async () => {
    const { connection, reader, ends } = connect();
    let sent = 0;
    while (!connection.closed && sent < 100) {
      connection.send(bytes('x'.repeat(100)));
      sent += 1;
      await tick();
    }
    expect(sent).toBe(12);
    expect(ends).toEqual(['dropped']);
    await expect(reader.read()).rejects.toThrow('did not keep up');
  });

  test('cuts the socket below instead, where there is one', () => {
    const { outgoing, state } = below();
    const { connection, ends } = connect({ outgoing });
    connection.drop();
    connection.drop();
    expect([state.cut, ends]).toEqual([1, ['cut']]);
  });

  test('accepts more than may wait from one tick, as long as the reader is there', async () => {
    const { connection, read } = connect();
    const first = read();
    for (let count = 0; count < 5; count += 1) connection.send(bytes('y'.repeat(5_000)));
    expect((await first)?.length).toBe(25_000);
    expect(connection.closed).toBe(false);
  });

  test('keeps a reader that is still busy with the piece before a very large one', async () => {
    const { connection, read } = connect();
    connection.send(bytes('z'.repeat(900)));
    connection.send(bytes('y'.repeat(50_000)));
    await tick();
    expect((await read())?.length).toBe(50_900);
    expect(connection.closed).toBe(false);
  });

  test('makes the past wait until the reader has taken it', async () => {
    const { connection, read } = connect({ maxBytes: 1_000_000 });
    await connection.room();
    connection.send(bytes('z'.repeat(100_000)));
    let roomy = false;
    const room = connection.room().then(() => (roomy = true));
    await tick();
    await read();
    await tick();
    expect(roomy).toBe(false);
    await read();
    await room;
    expect(roomy).toBe(true);
  });

  test('releases those who wait for room when the reader leaves', async () => {
    const { connection, reader } = connect({ maxBytes: 1_000_000 });
    connection.send(bytes('z'.repeat(100_000)));
    const room = connection.room();
    await reader.cancel();
    await room;
    expect(connection.closed).toBe(true);
  });

  test('pings an idle reader, but not a stalled one', async () => {
    const { connection, read } = connect();
    connection.ping();
    expect(await read()).toBe('ping');
    connection.send(bytes('unread'));
    connection.ping();
    expect(await read()).toBe('unread');
  });
});

describe('a connection with a socket below', () => {
  test('writes to it once the headers are sent and somebody waits for the body', async () => {
    const { outgoing, written } = below();
    const { connection, read } = connect({ outgoing });
    connection.send(bytes('too early'));
    await tick();
    expect(written).toEqual([]);
    const end = read();
    connection.send(bytes(', then this'));
    await tick();
    connection.send(bytes(', and that'));
    await tick();
    expect(written).toEqual(['9\r\ntoo early\r\n', 'b\r\n, then this\r\n', 'a\r\n, and that\r\n']);
    connection.end();
    expect(await end).toBeUndefined();
  });

  test('passes on what comes before the headers, in order with the rest', async () => {
    const { outgoing, written, state } = below({ headersSent: false });
    const { connection, read } = connect({ outgoing });
    connection.send(bytes('first'));
    expect(await read()).toBe('first');
    state.headersSent = true;
    void read();
    connection.send(bytes('second'));
    await tick();
    expect(written).toEqual(['6\r\nsecond\r\n']);
  });

  test.each([
    ['an answer that comes without chunks', { chunkedEncoding: false, destroyed: false }],
    ['a socket that is gone', { chunkedEncoding: true, destroyed: true }],
  ])('leaves %s to whoever reads the body', async (_, { chunkedEncoding, destroyed }) => {
    const { outgoing, written, socket } = below({ chunkedEncoding });
    socket.destroyed = destroyed;
    const { connection, read } = connect({ outgoing });
    connection.send(bytes('hello'));
    expect(await read()).toBe('hello');
    expect(written).toEqual([]);
  });

  test('waits until it accepts more, and drops a reader that never does', async () => {
    const { outgoing, written, state } = below();
    const { connection, read, ends } = connect({ outgoing });
    void read();
    state.takesMore = false;
    connection.send(bytes('full'));
    await tick();
    connection.send(bytes('waits'));
    connection.send(bytes(' here'));
    await tick();
    expect(written).toEqual(['4\r\nfull\r\n']);
    state.drain();
    expect(written).toEqual(['4\r\nfull\r\n', 'a\r\nwaits here\r\n']);
    for (let sent = 0; sent < 12; sent += 1) {
      connection.send(bytes('x'.repeat(100)));
      await tick();
    }
    expect(ends).toEqual(['dropped']);
    expect(written).toHaveLength(2);
  });

  test('passes on a large piece bit by bit, and holds it once for all until the last bit is taken', async () => {
    const backlog = new Backlog(1_000_000);
    const large = bytes('x'.repeat(150_000));
    const readers = [below(), below()].map((under) => ({
      ...under,
      ...connect({ backlog, outgoing: under.outgoing }),
    }));
    for (const { connection, read, state } of readers) {
      state.takesMore = false;
      void read();
      connection.send(large);
    }
    await tick();
    for (const { written, state } of readers) {
      for (let bit = 0; bit < 3; bit += 1) {
        expect(backlog.bytes).toBe(150_000);
        state.drain();
      }
      expect(written.join('').replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n|\r\n$/g, '')).toBe('x'.repeat(150_000));
    }
    expect(backlog.bytes).toBe(0);
  });

  test('writes nothing below once it has ended', async () => {
    const { outgoing, written, state } = below();
    const { connection, read, reader } = connect({ outgoing });
    void read();
    state.takesMore = false;
    connection.send(bytes('last'));
    await tick();
    connection.send(bytes('never sent'));
    await reader.cancel();
    state.drain();
    expect(written).toEqual(['4\r\nlast\r\n']);
    expect(connection.closed).toBe(true);
  });
});

describe('a reader that takes nothing', () => {
  test('a reader that takes nothing for the stall time is dropped, and its backlog released', async () => {
    const backlog = new Backlog(1_000_000);
    const { connection, ends } = connect({ backlog, stallTurns: 30 });
    connection.look(1);
    connection.send(bytes('unread'));
    await tick();
    expect(backlog.bytes).toBe(6);
    for (let turn = 2; turn <= 31; turn += 1) connection.look(turn);
    expect(ends).toEqual([]);
    connection.look(32);
    expect([ends, backlog.bytes]).toEqual([['dropped'], 0]);
  });

  test('a reader with nothing waiting, or that takes a little, is kept', async () => {
    const { connection, read, ends } = connect({ maxBytes: 1_000_000, stallTurns: 3 });
    for (let turn = 1; turn <= 10; turn += 1) connection.look(turn);
    connection.send(bytes('z'.repeat(1_000_000)));
    const sizes: (number | undefined)[] = [];
    for (let turn = 11; turn <= 26; turn += 1) {
      if (turn % 3 === 0) sizes.push((await read())?.length);
      connection.look(turn);
    }
    expect(ends).toEqual([]);
    // Large pieces go out bit by bit, so that it shows when they do.
    expect(sizes).toEqual(sizes.map(() => 64 * 1024));
  });

  test('bytes that Node buffers for the socket count as not taken', async () => {
    const { outgoing, socket } = below();
    const { connection, read, ends } = connect({ outgoing, stallTurns: 3 });
    void read();
    await tick();
    const node = socket as { writableLength?: number };
    node.writableLength = 11;
    connection.send(bytes('unread'));
    await tick();
    connection.look(1);
    connection.ping();
    await tick();
    expect(connection.waiting).toBe(0);
    for (let turn = 2; turn <= 5; turn += 1) connection.look(turn);
    expect(ends).toEqual(['dropped']);
  });
});

test('the reader with the largest backlog is dropped when too much waits in a process', async () => {
  const backlog = new Backlog(1_000);
  const [little, much] = [connect({ backlog }), connect({ backlog })];
  little.connection.send(bytes('x'.repeat(400)));
  much.connection.send(bytes('y'.repeat(500)));
  await tick();
  much.connection.send(bytes('z'.repeat(200)));
  await tick();
  expect([little.ends, much.ends, backlog.bytes]).toEqual([[], ['dropped'], 400]);
  expect(await little.read()).toBe('x'.repeat(400));
  expect(backlog.bytes).toBe(0);
});
