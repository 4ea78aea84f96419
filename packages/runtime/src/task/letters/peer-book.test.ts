import type { Fact } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { ending, ledgerOf, letter } from '../../__fixtures__/letters.ts';
import { withNote } from './letter-note.ts';
import { PeerBook } from './peer-book.ts';
import { toRemotePlace } from './remote-place.ts';

type RemoteFact = Extract<Fact, { type: 'remote' }>['fact'];

const first = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:alpha@beta' } });
const second = letter('boss', 'clerk@beta', 'interrupt', { note: { to: 'swarm:gamma@beta' } });

function bookOf(...messages: Parameters<typeof ledgerOf>): PeerBook {
  return ledgerOf(...messages).peers;
}

describe('a letter sent to a swarm', () => {
  const book = bookOf(['chief@beta', first], ['clerk@beta', second], ['math', letter('boss', 'math')]);

  test('gives the swarm work, and is kept with the instance that it went to', () => {
    expect(book.swarms()).toEqual(['beta']);
    expect(book.contact('beta')).toMatchObject({
      agent: 'clerk',
      sent: [first.id, second.id],
      letters: [
        { id: first.id, to: 'swarm:alpha@beta' },
        { id: second.id, to: 'swarm:gamma@beta' },
      ],
      given: new Set(['swarm:alpha@beta', 'swarm:gamma@beta']),
    });
    expect(book.isAtWork('beta')).toBe(true);
    expect(book.isInstanceAtWork('beta', 'swarm:gamma@beta')).toBe(true);
    expect(book.isInstanceAtWork('beta', 'swarm:delta@beta')).toBe(false);
  });

  test('counts once, however many agents it is for', () => {
    const broadcast = letter('boss', 'all@beta', 'broadcast');
    expect(bookOf(['chief@beta', broadcast], ['clerk@beta', broadcast]).contact('beta')!.sent).toEqual([broadcast.id]);
  });

  test('gives no work if it is an answer, but is remembered as what we said', () => {
    const answered = bookOf(['chief@beta', letter('boss', 'chief@beta', 'response', { body: 'deep' })]);
    expect(answered.isAtWork('beta')).toBe(false);
    expect(answered.contact('beta')).toMatchObject({ said: 'deep', sent: [], given: new Set() });
  });

  test('a letter that only says that we are done is not an answer', () => {
    const told = bookOf(['chief@beta', ending('boss', 'chief@beta', { ended: { outcome: 'complete' } })]);
    expect(told.contact('beta')).not.toHaveProperty('said');
  });

  test('old letters that we sent are forgotten when there are very many', () => {
    const letters = Array.from({ length: 150 }, () => letter('boss', 'chief@beta'));
    const many = bookOf(...letters.map((each) => ['chief@beta', each] as [string, typeof each]));
    expect(many.contact('beta')!.sent).toEqual(letters.slice(50).map(({ id }) => id));
    expect(many.contact('beta')!.letters).toHaveLength(100);
  });
});

describe('a letter received from a swarm', () => {
  test('tells whom to write to and how far the log of the swarm had come', () => {
    const note = { instance: 'swarm:gamma@beta', seq: 7 };
    const book = bookOf(
      ['boss', letter('chief@beta', 'boss', 'response', { note })],
      ['boss', letter('clerk@beta', 'boss', 'response', { note: { ...note, seq: 5 } })],
    );
    expect(book.contact('beta')).toMatchObject({ agent: 'clerk', instance: 'swarm:gamma@beta' });
    expect(book.contact('beta')!.ends).toEqual(new Map([['swarm:gamma@beta', 7]]));
  });

  test('makes each of its instances an asker, unless it is an answer', () => {
    const one = letter('chief@beta', 'boss', 'request', { note: { instance: 'user:eve@beta' } });
    const other = letter('clerk@beta', 'boss', 'interrupt', { note: { instance: 'swarm:gamma@beta' } });
    const again = withNote(letter('chief@beta', 'boss'), { instance: 'user:eve@beta' });
    const answer = letter('chief@beta', 'boss', 'response');
    const book = bookOf(['boss', one], ['boss', other], ['boss', again], ['boss', answer], ['math', again]);
    expect([...book.contact('beta')!.askers.values()]).toEqual([
      { agent: 'chief', instance: 'user:eve@beta', heard: [one.id, again.id] },
      { agent: 'clerk', instance: 'swarm:gamma@beta', heard: [other.id] },
    ]);
  });

  test('a received letter is kept with the number of agents here that it is for', () => {
    const broadcast = letter('chief@beta', 'all', 'broadcast');
    const one = letter('chief@beta', 'boss');
    const answer = letter('chief@beta', 'boss', 'response');
    const book = bookOf(['boss', broadcast], ['math', broadcast], ['boss', one], ['boss', answer]);
    expect([broadcast, one, answer].map(({ id }) => book.copiesOf(id))).toEqual([2, 1, 0]);
  });

  test('old letters that we received are forgotten when there are very many', () => {
    const letters = Array.from({ length: 101 }, () => letter('chief@beta', 'boss'));
    const many = bookOf(...letters.map((each) => ['boss', each] as [string, typeof each]));
    expect([0, 1, 100].map((index) => many.copiesOf(letters[index]!.id))).toEqual([0, 1, 1]);
  });

  test('puts the swarm and those it works for above us', () => {
    const book = bookOf(['boss', letter('chief@beta', 'boss', 'request', { note: { above: ['gamma', 'beta'] } })]);
    expect(book.above).toEqual(new Set(['beta', 'gamma']));
    expect(bookOf(['boss', letter('chief@beta', 'boss', 'response')]).above.size).toBe(0);
  });
});

describe('a swarm with letters of ours', () => {
  const sent: Parameters<typeof ledgerOf> = [
    ['chief@beta', first],
    ['clerk@beta', second],
  ];

  test('a swarm that says it is done has finished the letters that it names', () => {
    const end = ending('chief@beta', 'boss', { ended: { outcome: 'complete', seen: [first.id] } });
    const book = bookOf(...sent, ['boss', end]);
    expect(book.isAtWork('beta', [first.id])).toBe(false);
    expect(book.isAtWork('beta', [second.id])).toBe(true);
    expect(book.contact('beta')!.sent).toHaveLength(2);
  });

  test('a swarm that does not say which has finished all letters', () => {
    expect(
      bookOf(...sent, ['boss', ending('chief@beta', 'boss', { ended: { outcome: 'complete' } })]).isAtWork('beta'),
    ).toBe(false);
  });

  test.each([
    ['a letter that did not arrive', { swarm: 'beta', letter: first.id }, true],
    ['every letter, when it has been silent for too long', { swarm: 'beta' }, false],
  ])('a swarm has no more work on %s', (_, lost, expected) => {
    const word = letter('alpha', 'boss', 'response', { note: { lost } });
    const book = bookOf(...sent, ['boss', word]);
    expect(book.isAtWork('beta')).toBe(expected);
    expect(book.isAtWork('beta', [first.id])).toBe(false);
  });
});

describe('what another swarm reports', () => {
  const remote = (agent: string, turn: number | undefined, fact: RemoteFact) => ({
    run: 1,
    type: 'remote' as const,
    swarm: 'beta',
    agent,
    ...(turn === undefined ? {} : { turn }),
    fact,
  });
  const usage = { type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } } as const;

  test('counts as turns, which it numbers without gaps', () => {
    const book = new PeerBook();
    for (const turn of [4, 4, 6, 5]) book.noteRemote(remote('chief@beta', turn, usage));
    expect(book.turns).toBe(3);
    book.noteRemote(remote('head@gamma', 9, usage));
    book.noteRemote(remote('chief@beta', 2, usage));
    book.noteRemote(remote('chief@beta', undefined, { type: 'notice', code: 'c', text: 't' }));
    expect(book.turns).toBe(6);
    // Another instance of beta has worked for gamma, and counts for itself.
    for (const turn of [1, 2]) {
      const { agent, turn: number } = toRemotePlace('gamma', { agent: 'chief@beta', turn });
      book.noteRemote(remote(agent, number, usage));
    }
    expect(book.turns).toBe(8);
  });

  test('texts of another swarm are open until they are written or abandoned', () => {
    const book = new PeerBook();
    const place = { agent: 'chief@beta', turn: 1, attempt: 1, part: 0, kind: 'text' } as const;
    const started = { type: 'text-started', attempt: 1, part: 0, kind: 'text' } as const;
    book.noteRemote(remote('chief@beta', 1, started));
    book.noteRemote(remote('chief@beta', 2, started));
    expect(book.begun()).toEqual([
      { ...place, text: '' },
      { ...place, turn: 2, text: '' },
    ]);
    book.noteRemote(remote('chief@beta', 1, { type: 'text-written', attempt: 1, parts: [{ ...place, text: 'deep' }] }));
    book.noteShown([{ ...place, turn: 2, text: 'de' }]);
    expect(book.begun()).toEqual([{ ...place, turn: 2, text: 'de' }]);
    const known = [1, 2].map((turn) => ({ ...place, turn, text: 'deep' }));
    expect(book.begun(known)).toEqual([{ ...place, turn: 2, text: 'deep' }]);
    book.noteRemote(
      remote('chief@beta', 2, { type: 'text-abandoned', attempt: 1, parts: [{ ...place, turn: 2, text: '' }] }),
    );
    expect(book.begun()).toEqual([]);
  });
});
