import type { ScriptedMessage } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '@posthouse/runtime/reference-library';
import { readKnowledge } from './knowledge.ts';
import { choicesOf, lastNameIn, readAll, readPrompt } from './read-prompt.ts';
import { chooseSuspect, chooseVerdict } from './suspicion.ts';
import { type Occasion, toWords } from './words.ts';

const user = (text: string): ScriptedMessage => ({ role: 'user', text, toolCalls: [], toolResults: [] });
const spoken = (from: string, body: string) =>
  `<public_message boundary="1f">\nfrom: ${from}\n\n${body}\n</public_message boundary="1f">`;
const whispered = (from: string, body: string, to: string[] = []) =>
  [
    '<private_message boundary="2e">',
    `from: ${from}`,
    ...to.map((name) => `to: ${name}`),
    '',
    body,
    '</private_message boundary="2e">',
  ].join('\n');

describe('reading a prompt', () => {
  const prompt = [
    spoken('Ann', 'Good\nmorning.'),
    whispered('Ben', 'Psst.', ['Ann', 'Cleo']),
    'Whom? Choose one of: Ann, Ben.',
  ];

  test('separates what was said from what is asked', () => {
    expect(readPrompt({ messages: [user('old'), user(prompt.join('\n\n\n'))] })).toEqual({
      heard: [
        { isPublic: true, from: 'Ann', body: 'Good\nmorning.' },
        { isPublic: false, from: 'Ben', body: 'Psst.' },
      ],
      question: 'Whom? Choose one of: Ann, Ben.',
    });
  });

  test('takes a prompt without any talk for a question', () => {
    expect(readPrompt({ messages: [user('Whom?')] })).toEqual({ heard: [], question: 'Whom?' });
    expect(readPrompt({ messages: [] })).toEqual({ heard: [], question: '' });
  });

  test('readAll returns everything that was said', () => {
    expect(
      readAll({ messages: [user(spoken('Ann', 'one')), user(spoken('Ben', 'two'))] }).map((each) => each.body),
    ).toEqual(['one', 'two']);
  });

  test.each([
    ['Choose one of: Ann, Ben.', 'Choose one of', ['Ann', 'Ben']],
    ['Not yet heard today: nobody. Then', 'Not yet heard today', []],
    ['Say something.', 'Choose one of', []],
  ])('finds the choices in %j', (question, label, names) => {
    expect(choicesOf(question, label)).toEqual(names);
  });

  test('finds the subject of a sentence at its end', () => {
    expect(lastNameIn('Ann says so, but I choose Ben.', ['Ben', 'Ann'])).toBe('Ben');
    expect(lastNameIn('Nobody.', ['Ben', 'Ann'])).toBeUndefined();
  });
});

describe('what a player knows', () => {
  const mafia = { system: 'You are Ann. A baker.\n\nYou are Mafia. …\n\nYour partners: Ben, Cleo.', messages: [] };
  const finder = {
    system: 'You are Dan. A judge.\n\nYou are a Detective and play for the town.',
    messages: [
      user(
        [
          whispered('game', 'Ann is a member of the Mafia.'),
          whispered('game', 'Eve is not a member of the Mafia.'),
          spoken('Ann', 'Fay is a member of the Mafia.'),
        ].join('\n\n\n'),
      ),
    ],
  };

  test("a player's knowledge comes from its instructions and its private messages", () => {
    expect(readKnowledge(mafia)).toMatchObject({ self: 'Ann', isMafia: true, partners: ['Ben', 'Cleo'] });
    expect(readKnowledge(finder)).toMatchObject({ self: 'Dan', isMafia: false, guilty: ['Ann'], innocent: ['Eve'] });
  });

  test("a player's knowledge decides whom it picks", () => {
    const random = seededRandom('test');
    for (let index = 0; index < 50; index += 1) {
      expect(chooseSuspect('vote', ['Eve', 'Ann', 'Fay'], readKnowledge(finder), random)).toBe('Ann');
      expect(chooseSuspect('vote', ['Ben', 'Eve', 'Cleo'], readKnowledge(mafia), random)).toBe('Eve');
      expect(['Ben', 'Cleo']).toContain(chooseSuspect('vote', ['Ben', 'Cleo'], readKnowledge(mafia), random));
    }
  });

  test("a player's knowledge decides its verdict", () => {
    const random = seededRandom('test');
    expect(chooseVerdict('Ann stands at the gallows.', readKnowledge(finder), random)).toBe('execute');
    expect(chooseVerdict('Eve stands at the gallows.', readKnowledge(finder), random)).toBe('spare');
    expect(chooseVerdict('Ben stands at the gallows.', readKnowledge(mafia), random)).toBe('spare');
    const others = Array.from({ length: 50 }, () => chooseVerdict('Gus stands', readKnowledge(mafia), random));
    expect(new Set(others)).toEqual(new Set(['execute', 'spare']));
  });

  test("a player's knowledge includes what others said, which it often follows", () => {
    const system = 'You are Gus. A nobody.';
    const knowledge = readKnowledge({ system, messages: [user(spoken('Ann', 'I suspect Eve.'))] });
    const random = seededRandom('test');
    const picks = Array.from({ length: 100 }, () =>
      chooseSuspect('nominate', ['Dan', 'Eve', 'Fay', 'Gil'], knowledge, random),
    );
    expect(picks.filter((name) => name === 'Eve').length).toBeGreaterThan(50);
    const nights = Array.from({ length: 100 }, () =>
      chooseSuspect('protect', ['Dan', 'Eve', 'Fay', 'Gil'], knowledge, random),
    );
    expect(nights.filter((name) => name === 'Eve').length).toBeLessThan(50);
  });
});

test('words always end with the choice, and fit only their occasion', () => {
  const random = seededRandom('words');
  for (const occasion of ['protect', 'investigate', 'kill', 'discuss', 'nominate', 'vote', 'verdict'] as Occasion[]) {
    for (let index = 0; index < 20; index += 1) {
      const words = toWords(occasion, 'Zoe', random);
      expect(words).toMatch(/Zoe\.$/);
      expect(/nominat/.test(words)).toBe(occasion === 'nominate');
    }
  }
});
