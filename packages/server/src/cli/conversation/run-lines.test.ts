import { createClient } from '@posthouse/client';
import type { Telling } from '@posthouse/protocol';
import { readMail, type Script } from '@posthouse/runtime/scripted';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Federated, townOf } from '../../__fixtures__/federated.ts';
import { anyText } from '../__fixtures__/any-text.ts';
import { collect, complete, type TellingServer, startTellingServer, write } from '../__fixtures__/telling-server.ts';
import { Palette } from '../terminal/palette.ts';
import { RunLines, type RunLinesOptions } from './run-lines.ts';

let server: TellingServer;
beforeAll(async () => {
  server = await startTellingServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function show(tellings: readonly Telling[], options: Partial<RunLinesOptions> = {}): string {
  const lines = new RunLines({ palette: new Palette(false), verbose: false, live: false, ...options });
  return tellings.map((telling) => lines.show(telling)).join('');
}

describe('the lines of a run', () => {
  test('the lines of a run show who writes to whom, and the answer, live or replayed', async () => {
    const tellings = await server.ask('think');
    const lines = 'boss → clerk  Work: Do it.\nclerk → boss  Re: Done.\nanswer: All is done.\n';
    expect(show(tellings)).toBe(lines);
    expect(show(tellings, { live: true })).toBe(lines);
  });

  test('the lines of a run show the place in the queue when there is no status line', () => {
    const tellings: Telling[] = [2, 1, 0].map((place) => ({ type: 'queued', place }));
    expect(show(tellings)).toBe('(waiting for its turn: place 2 in the queue)\n(waiting for its turn: next)\n');
    expect(show(tellings, { live: true })).toBe('');
  });

  test('verbose lines show reasoning and every call', async () => {
    expect(show(await server.ask('think'), { verbose: true })).toBe(
      [
        'boss thinks: Who could do it?',
        'boss says: The clerk can.',
        'boss calls send_request({"target":"clerk","subject":"Work","body":"Do it."})',
        '    message sent',
        'boss → clerk  Work: Do it.',
        'clerk calls send_response({"target":"boss","subject":"Re","body":"Done."})',
        '    message sent',
        'clerk → boss  Re: Done.',
        'answer: All is done.',
        '',
      ].join('\n'),
    );
  });

  test('lines show who runs what with which result, and name the call where that is unclear', async () => {
    expect(show(await server.ask('look here'))).toMatch(
      /^boss runs look\(\{"at":"here"\}\)\n {4}\{"at":"here"\}\nanswer: It is .*\n$/,
    );
    expect(show(await server.ask('look nothing'))).toMatch(
      /^boss runs .*\n {4}failed to execute action tool: there is nothing\n/,
    );
    expect(show(await server.ask('both'), { verbose: true })).toMatch(
      /^boss calls .*"clerk".*\nboss calls .*"porter".*\n {4}send_request of boss: message sent\n {4}message sent\n/,
    );
  });

  test('mail to several agents is shown once, with all recipients', async () => {
    const lines = show(await server.ask('everybody'));
    expect(lines).toContain('boss → clerk  News: Listen.\nboss → porter  (the same)\n');
    expect(lines.match(/answer: /g)).toHaveLength(1);
  });

  test('the lines of a run show that mail could not be sent', async () => {
    expect(show(await server.ask('nobody'))).toMatch(
      /^ {4}send_request of boss: .*ghost.*\nanswer: Nobody was there\.\n$/,
    );
  });

  test('an answer that was refused is withdrawn where it was shown', async () => {
    const tellings = await server.ask('count', {
      type: 'object',
      properties: { count: { type: 'number' } },
      required: ['count'],
    });
    expect(show(tellings)).toBe('answer: {"count":7}\n');
    expect(show(tellings, { live: true })).toBe('answer: seven\n(the answer was retracted)\nanswer: {"count":7}\n');
  });

  test('the lines of a run end with a pause, and continue with its answer', async () => {
    const stream = server.client.postMessageTellings({ body: 'ask how many?' });
    const asked = await collect(stream);
    expect(show(asked)).toBe('');
    const { questions } = asked.at(-1) as Extract<Telling, { type: 'pause' }>;
    const answered = await collect(server.client.resumeTellings(stream.taskId, 'seven', { questions }));
    expect(show(answered)).toBe('    ask_human of boss: seven\nanswer: It is seven.\n');
  });

  test('the lines of a run show that a run was cancelled', async () => {
    const stream = server.client.postMessageTellings({ body: 'ask well?' });
    await collect(stream);
    await server.client.cancel(stream.taskId);
    expect(show(await collect(server.client.tellings(stream.taskId)))).toMatch(/\ncancelled: .+\n$/);
  });

  test('agents of other swarms are named once, and the answer is shown once', async () => {
    const boss: Script = ({ messages }) => {
      const { mail } = readMail(messages.at(-1)?.text ?? '');
      const isAnswer = mail.some(({ from }) => from.startsWith('boss'));
      return { toolCalls: [isAnswer ? complete('Yes, they say.') : write('boss@beta', 'Well?', 'Is it so?')] };
    };
    const other: Script = [{ reasoning: 'Is it?', toolCalls: [complete('It is so.')] }];
    await using towns = await Federated.start([townOf('alpha', boss, ['beta']), townOf('beta', other, ['alpha'])]);
    const alpha = createClient({ baseURL: towns.town('alpha').url, token: 'user:ada' });
    const tellings = await collect(alpha.postMessageTellings({ body: 'go' }));
    for (const live of [true, false]) {
      expect(show(tellings, { live })).toBe(
        'boss → boss@beta  Well?: Is it so?\nboss@beta → boss  It is so.\nanswer: Yes, they say.\n',
      );
    }
    expect(show(tellings, { verbose: true })).not.toMatch(/::|@beta@|@alpha/);
  });

  test('the lines of a run contain no terminal control sequences', () => {
    const by = { agent: '', turn: 1 };
    const hostile = fc.tuple(anyText, anyText).map(([one, two]): Telling[] => {
      const text = { id: one, by: { ...by, agent: two }, kind: 'reasoning', isAnswer: false } as const;
      const answer = { ...text, id: 'a', kind: 'answer', isAnswer: true } as const;
      const call = {
        id: 'c',
        by: text.by,
        callId: one,
        tool: two,
        kind: 'action',
        input: one,
        forCaller: false,
      } as const;
      const words = { from: one, to: two, subject: one, body: two };
      return [
        { type: 'text', text, offset: 0, delta: one },
        { type: 'text-end', text, retracted: false },
        { type: 'call', call },
        { type: 'result', call, result: { status: 'error', content: two } },
        { type: 'mail', mail: { id: 'm', messageId: 'm', ...words, msgType: 'request', at: '' } },
        { type: 'notice', code: 'x', text: one },
        { type: 'text', text: answer, offset: 0, delta: two },
        { type: 'end', outcome: 'error', text: one },
      ];
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), (tellings, live) => {
        expect(show(tellings, { verbose: true, live })).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });

  test('every agent has its own colour', async () => {
    const shown = show(await server.ask('think'), { palette: new Palette(true) });
    const colours = (name: string) =>
      new Set([...shown.matchAll(new RegExp(`\\[(\\d+)m${name}`, 'g'))].map((found) => found[1]));
    expect([colours('boss').size, colours('clerk').size]).toEqual([1, 1]);
    expect(colours('boss')).not.toEqual(colours('clerk'));
  });
});
