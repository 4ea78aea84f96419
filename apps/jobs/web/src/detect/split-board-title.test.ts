import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardName } from './page-job.ts';
import { splitBoardTitle } from './split-board-title.ts';

test.each<[BoardName, string, object]>([
  ['greenhouse', 'Job Application for Head Cook at The Inn', { title: 'Head Cook', company: 'The Inn' }],
  ['greenhouse', 'Head Cook at The Inn', { title: 'Head Cook', company: 'The Inn' }],
  ['greenhouse', 'Careers', {}],
  ['lever', 'The Inn - Head Cook - Nights', { company: 'The Inn', title: 'Head Cook - Nights' }],
  ['ashby', 'Head Cook @ The Inn', { title: 'Head Cook', company: 'The Inn' }],
  [
    'linkedin',
    'The Inn hiring Head Cook in Paris, France | LinkedIn',
    { company: 'The Inn', title: 'Head Cook', location: 'Paris, France' },
  ],
  ['linkedin', 'Head Cook | The Inn | LinkedIn', { title: 'Head Cook', company: 'The Inn' }],
  ['linkedin', '(3) Head Cook | The Inn | LinkedIn', { title: 'Head Cook', company: 'The Inn' }],
  ['linkedin', 'LinkedIn', {}],
  ['indeed', 'Head Cook - Paris - Indeed.com', { title: 'Head Cook', location: 'Paris' }],
  ['indeed', 'Head Cook - Indeed', { title: 'Head Cook' }],
  ['indeed', ' Head\n Cook  - Indeed.com ', { title: 'Head Cook' }],
])('the %s title %j is split', (board, title, named) => {
  expect(splitBoardTitle(board, title)).toEqual(named);
});

test('splitBoardTitle never throws, and adds nothing to the title', () => {
  const board = fc.constantFrom<BoardName>('greenhouse', 'lever', 'ashby', 'linkedin', 'indeed');
  const word = fc.constantFrom('Cook', ' at ', ' - ', ' | ', ' @ ', ' hiring ', ' in ', 'LinkedIn', 'Indeed', '(1) ');
  fc.assert(
    fc.property(board, fc.array(word), (name, words) => {
      const title = words.join('');
      const bare = title.replaceAll(/\s+/g, ' ');
      for (const part of Object.values(splitBoardTitle(name, title))) expect(bare).toContain(part);
    }),
  );
});
