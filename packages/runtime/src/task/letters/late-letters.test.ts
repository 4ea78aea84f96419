import type { MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt, visitingTask } from '../../__fixtures__/letters.ts';
import { mailTo } from '../../__fixtures__/decision-state.ts';
import { type EndOfRun, lateLetters } from './late-letters.ts';
import { withNote } from './letter-note.ts';

const origin = { ours: true, limits: {} };
const asked = (from = 'chief@beta', instance = 'user:eve@beta') => withNote(letter(from, 'boss'), { origin, instance });
/** A run that has heard these letters, each as often as it stands here. */
const ending = (heard: MAILMessage[], changes: Partial<EndOfRun> = {}): EndOfRun => ({
  task: visitingTask(),
  ledger: ledgerOf(...heard.map((each): [string, MAILMessage] => ['boss', each])),
  outcome: 'complete',
  ...changes,
});

describe('a letter that is unread when a run ends', () => {
  const late = asked();
  const mail = [mailTo('boss', late)];

  test.each(['complete', 'error', 'cancelled'] as const)('starts the next run after the outcome %s', (outcome) => {
    expect(lateLetters(ending([late], { outcome }), mail)).toEqual(mail);
  });

  test("starts no run of a user's task, which is over", () => {
    expect(lateLetters(ending([late], { task: taskAt() }), mail)).toEqual([]);
  });

  test('starts no run if it is an answer, or mail of an agent here', () => {
    const others = [mailTo('boss', letter('chief@beta', 'boss', 'response')), mailTo('boss', letter('math', 'boss'))];
    expect(lateLetters(ending([]), [...others, ...mail])).toEqual(mail);
  });

  test('keeps the order of arrival', () => {
    const [one, two] = [mailTo('boss', asked()), mailTo('math', asked())];
    expect(lateLetters(ending([one.message, two.message]), [two, one])).toEqual([one, two]);
  });
});

describe('an unread letter to several agents', () => {
  const told = withNote(letter('chief@beta', 'all', 'broadcast'), { origin });
  const copies = [mailTo('boss', told), mailTo('math', told)];

  test('starts the next run for all of them', () => {
    expect(lateLetters(ending([told, told]), copies)).toEqual(copies);
  });

  test('starts no run if one of them has read it', () => {
    expect(lateLetters(ending([told, told]), copies.slice(1))).toEqual([]);
  });
});

describe('an unread letter that had started the run itself', () => {
  const first = asked();
  const mail = [mailTo('boss', first)];
  const started = (changes: Partial<EndOfRun> = {}) => {
    const run = ending([first], changes);
    run.ledger.enter({ run: 1, type: 'run-started', answerId: 'a', messages: [first.id] });
    return run;
  };

  test('starts another run if the run was completed by somebody else', () => {
    expect(lateLetters(started(), mail)).toEqual(mail);
  });

  test('starts no other run after an error or a limit, which would repeat for ever', () => {
    expect(lateLetters(started({ outcome: 'error' }), mail)).toEqual([]);
    const limited = started();
    limited.ledger.closing = 'the run has reached its limit of 1 turns';
    expect(lateLetters(limited, mail)).toEqual([]);
  });
});

describe('an unread letter whose sender has ended its own run', () => {
  const [eve, gamma, delta] = [
    asked(),
    asked('clerk@beta', 'swarm:gamma@beta'),
    asked('head@delta', 'swarm:beta@delta'),
  ];
  const mail = [eve, gamma, delta].map((each) => mailTo('boss', each));
  const left = (over: EndOfRun['over']) =>
    lateLetters(ending([eve, gamma, delta], over === undefined ? {} : { over }), mail).map(({ message }) => message.id);

  test('starts no run', () => {
    expect(left(undefined)).toEqual([eve.id, gamma.id, delta.id]);
    expect(left({ swarm: 'beta', instance: 'user:eve@beta' })).toEqual([gamma.id, delta.id]);
    expect(left({ swarm: 'beta' })).toEqual([delta.id]);
    expect(left('everybody')).toEqual([]);
  });
});
