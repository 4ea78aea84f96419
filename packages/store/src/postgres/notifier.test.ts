import { describe, expect, it } from 'vitest';
import { Notifier } from './notifier.ts';
import type { Connection } from './statement.ts';

/** A connection that takes its time, and may fail. */
function slowConnection(fails = false): { connection: Connection; sent: string[][] } {
  const sent: string[][] = [];
  const connection: Connection = {
    async run(_, values = []) {
      sent.push(values[0] as string[]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (fails) throw new Error('lost');
      return [];
    },
  };
  return { connection, sent };
}

describe('a notifier', () => {
  it('sends the first notice at once, and later ones together', async () => {
    const { connection, sent } = slowConnection();
    const notifier = new Notifier(connection, 'me');
    notifier.announce({ xact: '1', tasks: ['10'] });
    expect(sent).toEqual([['me 1:10']]);
    notifier.announce({ xact: '2', tasks: ['11', '12'] });
    notifier.announce({ xact: undefined, tasks: ['13'] });
    await notifier.idle();
    expect(sent).toEqual([['me 1:10'], ['me 2:11,12 :13']]);
  });

  it('sends nothing for no tasks', async () => {
    const { connection, sent } = slowConnection();
    const notifier = new Notifier(connection, 'me');
    notifier.announce({ xact: '1', tasks: [] });
    await notifier.idle();
    expect(sent).toEqual([]);
  });

  it('continues after a notice was lost', async () => {
    const { connection, sent } = slowConnection(true);
    const notifier = new Notifier(connection, 'me');
    notifier.announce({ xact: '1', tasks: ['10'] });
    await notifier.idle();
    notifier.announce({ xact: '2', tasks: ['11'] });
    await notifier.idle();
    expect(sent).toHaveLength(2);
  });

  it('a notifier does not keep for ever what it cannot send', async () => {
    const { connection, sent } = slowConnection();
    const notifier = new Notifier(connection, 'me');
    for (let task = 1; task <= 20_000; task += 1) notifier.announce({ xact: undefined, tasks: [`${task}`] });
    await notifier.idle();
    const keys = sent.flat().join(' ').match(/:\d+/g) ?? [];
    expect(keys).toHaveLength(10_001);
    expect(keys.at(-1)).toBe(':20000');
  });
});
