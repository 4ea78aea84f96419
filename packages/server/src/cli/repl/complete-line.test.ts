import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Completable, completeLine, type Known } from './complete-line.ts';
import { splitLine } from './split-words.ts';

const commands: Completable[] = [
  {
    names: ['message', 'm', 'msg'],
    spec: {
      name: 'message',
      about: '',
      arguments: [{ name: 'BODY', about: '', rest: true }],
      options: {
        entrypoint: { kind: 'text', short: 'e', value: 'AGENT', about: '', completes: 'agent' },
        'task-id': { kind: 'text', short: 'tid', value: 'ID', about: '', completes: 'task' },
        'msg-type': { kind: 'text', short: 't', value: 'TYPE', about: '', choices: ['request', 'broadcast'] },
        verbose: { kind: 'flag', short: 'v', about: '' },
        subject: { kind: 'text', short: 's', value: 'TEXT', about: '' },
      },
      examples: [],
    },
  },
  {
    names: ['message-stream', 'ms'],
    spec: { name: 'message-stream', about: '', arguments: [], options: {}, examples: [] },
  },
  {
    names: ['task-get', 'tg'],
    spec: {
      name: 'task-get',
      about: '',
      arguments: [{ name: 'ID', about: '', completes: 'task' }],
      options: { verbose: { kind: 'flag', short: 'v', about: '' } },
      examples: [],
    },
  },
];
const known: Known = {
  agent: ['supervisor', 'weather', 'web search'],
  task: ['task-1', 'task-2'],
  swarm: [],
  command: [],
};

describe('completion', () => {
  test.each<[string, string[], string]>([
    ['', ['message ', 'message-stream ', 'task-get '], ''],
    ['mess', ['message ', 'message-stream '], 'mess'],
    ['task-g', ['task-get '], 'task-g'],
    ['nothing', [], 'nothing'],
    ['tg ', ['task-1 ', 'task-2 '], ''],
    ['tg task-2', ['task-2 '], 'task-2'],
    ['tg -v t', ['task-1 ', 'task-2 '], 't'],
    ['tg task-1 ', [], ''],
    ['message -e ', ['supervisor ', 'weather ', '"web search" '], ''],
    ['m --entrypoint we', ['weather ', '"web search" '], 'we'],
    ['m --entrypoint "web s', ['"web search" '], '"web s'],
    ['m hello -tid task-', ['task-1 ', 'task-2 '], 'task-'],
    ['m -t r', ['request '], 'r'],
    ['m -s ', [], ''],
    ['m --', ['--entrypoint ', '--task-id ', '--msg-type ', '--verbose ', '--subject '], '--'],
    ['m --t', ['--task-id '], '--t'],
    ['m hel', [], 'hel'],
    ['unknown x', [], 'x'],
  ])('offers the expected candidates for the line %j', (line, candidates, replaced) => {
    expect(completeLine(line, commands, known)).toEqual([candidates, replaced]);
  });

  test('never changes anything before the last word', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const [candidates, replaced] = completeLine(line, commands, known);
        expect(line.endsWith(replaced)).toBe(true);
        for (const candidate of candidates) {
          const { words } = splitLine(line);
          const completed = splitLine(line.slice(0, line.length - replaced.length) + candidate);
          expect(completed.words.slice(0, -1)).toEqual(replaced === '' ? words : words.slice(0, -1));
        }
      }),
    );
  });
});
