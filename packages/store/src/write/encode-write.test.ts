import { describe, expect, it } from 'vitest';
import { mailTo, notice, turnOf } from '../contract/__fixtures__/samples.ts';
import { encodeWrite } from './encode-write.ts';

describe('an encoded write', () => {
  it('entries, messages and turns become JSON, each in its place', () => {
    const mail = [mailTo('writer'), mailTo('editor')];
    const encoded = encodeWrite({ task: '1', entries: [notice('a')], put: mail, turns: [turnOf('writer', 1)] });
    expect(encoded.entries.map((text) => JSON.parse(text) as unknown)).toEqual([notice('a')]);
    expect(encoded.messages.map((text) => JSON.parse(text) as unknown)).toEqual(mail.map(({ message }) => message));
    expect(encoded.turns.map((text) => JSON.parse(text) as unknown)).toEqual([{ said: 'writer 1' }]);
  });

  it('an encoded write has neither NUL nor lone surrogates', () => {
    const [text = ''] = encodeWrite({ task: '1', entries: [notice('a\0b\uD800')] }).entries;
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain('\0');
    expect(JSON.parse(text)).toEqual(notice('a\0b\uD800'));
  });

  it('lists that are changed afterwards do not change an encoded write', () => {
    const write = {
      task: '1',
      entries: [notice('a')],
      take: ['m-1'],
      put: [mailTo('a')],
      turns: [],
      data: { list: [1] },
    };
    const encoded = encodeWrite(write);
    write.entries.push(notice('b'));
    write.take.push('m-2');
    write.put.length = 0;
    write.data.list.push(2);
    expect(encoded.write).toMatchObject({ entries: [notice('a')], take: ['m-1'], data: { list: [1] } });
    expect([encoded.entries.length, encoded.write.put?.length]).toEqual([1, 1]);
  });

  it('a write without data is encoded without data', () => {
    expect('data' in encodeWrite({ task: '1', entries: [] }).write).toBe(false);
  });

  it('a value that cannot be expressed is refused and named', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const data = circle as never;
    expect(() => encodeWrite({ task: '1', entries: [], data })).toThrow(
      /^the data of a task cannot be written as JSON/,
    );
    expect(() => encodeWrite({ task: '1', entries: [], turns: [turnOf('a', 1, { data })] })).toThrow(
      /^the data of a turn/,
    );
    expect(() => encodeWrite({ task: '1', entries: [{ ...notice(), agent: 1n as never }] })).toThrow(/^an entry/);
    expect(() => encodeWrite({ task: '1', entries: [], put: [mailTo('a', { message: data })] })).toThrow(/^a message/);
  });
});
