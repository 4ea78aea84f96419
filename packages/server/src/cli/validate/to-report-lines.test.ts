import { expect, test } from 'vitest';
import { Palette } from '../terminal/palette.ts';
import { toReportLines } from './to-report-lines.ts';

const plain = new Palette(false);

test('a valid file is one line that says what it is', () => {
  const report = { kind: 'message', content: 'a request', problems: [], warnings: [] } as const;
  expect(toReportLines('m.json', { ...report, problems: [], warnings: [] }, plain)).toEqual([
    'm.json: a MAIL message (a request) ✓ valid',
  ]);
});

test('problems and warnings follow with their places', () => {
  const lines = toReportLines(
    's.json',
    {
      kind: 'swarms',
      content: '1 swarm',
      problems: [{ path: '0.name', message: 'is missing', line: 2, column: 3 }],
      warnings: [{ path: '0.colour', message: 'is not known' }],
    },
    plain,
  );
  expect(lines).toEqual([
    's.json: a swarms file (1 swarm) ✗ 1 problem',
    '  problem s.json:2:3 0.name: is missing',
    '  warning s.json 0.colour: is not known',
  ]);
});

test('the contents of a file cannot control the terminal', () => {
  const problems = [{ path: 'a\u001B[2J', message: 'x\u0007' }];
  const lines = toReportLines('s.json', { kind: undefined, content: 'unknown', problems, warnings: [] }, plain);
  expect(lines.join('\n')).not.toMatch(/[^\P{Cc}\n]/u);
});
