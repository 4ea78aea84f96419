import { describe, expect, it } from 'vitest';
import { makeRequest } from '../__fixtures__/make-request.ts';
import type { ScriptedRequest } from '../scripted-request.ts';
import type { Script, ScriptedTurn } from '../turn.ts';
import { UnexpectedRequestError } from '../unexpected-request.ts';
import { ScriptPlayer } from './script-player.ts';

/** Records a request and plays the script to it. */
async function ask(player: ScriptPlayer, fields: Partial<ScriptedRequest> = {}) {
  return await player.play(player.record(makeRequest(fields)).request);
}

async function textOf(outcome: ReturnType<typeof ask>): Promise<unknown> {
  const played = await outcome;
  return played.type === 'answer'
    ? played.answer.parts.map((part) => ('text' in part ? part.text : part.type))
    : played;
}

describe('a script that is a list of turns', () => {
  it('a list of turns is played in order, one turn per request', async () => {
    const player = new ScriptPlayer([{ text: 'One.' }, { text: 'Two.' }]);
    expect(await textOf(ask(player))).toEqual(['One.']);
    expect(await textOf(ask(player))).toEqual(['Two.']);
    expect(() => player.assertClean()).not.toThrow();
  });

  it('gives turns in the order in which requests came, not in which they are played', async () => {
    const player = new ScriptPlayer([{ text: 'One.' }, { text: 'Two.' }]);
    const [first, second] = [player.record(makeRequest()), player.record(makeRequest())];
    expect(await textOf(player.play(second.request))).toEqual(['Two.']);
    expect(await textOf(player.play(first.request))).toEqual(['One.']);
  });

  it('a request after the last turn fails, and the error says what was scripted and what came', async () => {
    const player = new ScriptPlayer([{ text: 'One.' }]);
    await ask(player);
    await expect(ask(player, { model: 'gpt-5', tools: [{ name: 'add' }] })).rejects.toThrow(
      new UnexpectedRequestError(
        `Unexpected request 1: the script has 1 turn, all played.
Received request 1 (in-process, model gpt-5, streaming)
  messages:
    user: "What is 1 and 2?"
  tools: add`,
      ),
    );
  });

  it('a list of turns may grow while it is played', async () => {
    const turns: ScriptedTurn[] = [];
    const player = new ScriptPlayer(turns);
    turns.push({ text: 'Late.' });
    expect(await textOf(ask(player))).toEqual(['Late.']);
  });

  it('a script is checked before it is played', () => {
    expect(() => new ScriptPlayer([{ txt: 'One.' } as ScriptedTurn])).toThrow(
      "Turn 0 of the script: A turn has no 'txt'",
    );
    expect(() => new ScriptPlayer('One.' as unknown as Script)).toThrow(
      'A script must be a list of turns or a function',
    );
  });

  it('a turn may refuse a request', async () => {
    const fault = { kind: 'http', status: 429 } as const;
    expect(await ask(new ScriptPlayer([{ fault }]))).toEqual({ type: 'refusal', fault });
  });
});

describe('a script that is a function', () => {
  it('gets the request and decides the turn', async () => {
    const player = new ScriptPlayer((request) => ({ text: `${request.index} ${request.model}` }));
    expect(await textOf(ask(player, { model: 'a' }))).toEqual(['0 a']);
    expect(await textOf(ask(player, { model: 'b' }))).toEqual(['1 b']);
  });

  it('a function may be asynchronous', async () => {
    const player = new ScriptPlayer(async () => await Promise.resolve({ text: 'Later.' }));
    expect(await textOf(ask(player))).toEqual(['Later.']);
  });

  it.each<[string, Script]>([
    [
      'throws',
      () => {
        throw new Error('I know only sums.');
      },
    ],
    ['rejects', async () => await Promise.reject(new Error('I know only sums.'))],
  ])('makes a request unexpected when it %s', async (_how, script) => {
    const player = new ScriptPlayer(script);
    await expect(ask(player)).rejects.toThrow(
      /^Unexpected request 0: the script function failed: I know only sums\.\nReceived request 0/,
    );
    expect(player.failures[0]?.cause).toEqual(new Error('I know only sums.'));
  });

  it('makes a request unexpected when it returns no turn', async () => {
    const player = new ScriptPlayer((() => undefined) as unknown as Script);
    await expect(ask(player)).rejects.toThrow('the script function failed: A turn must be an object');
  });

  it('a function is not waited for once the caller has left, which is no failure', async () => {
    const caller = new AbortController();
    const player = new ScriptPlayer(() => new Promise(() => {}));
    const asked = ask(player, { signal: caller.signal });
    caller.abort(new Error('Never mind.'));
    await expect(asked).rejects.toThrow('Never mind.');
    expect(player.failures).toEqual([]);
  });
});

describe('the expectation of a turn', () => {
  it('passes a request that meets it', async () => {
    const player = new ScriptPlayer([{ text: '3', expect: { lastUserText: /1 and 2/, tools: [] } }]);
    expect(await textOf(ask(player))).toEqual(['3']);
  });

  it('fails a request that does not, and shows both sides', async () => {
    const player = new ScriptPlayer([{ text: '3', expect: { tools: ['add'] } }]);
    await expect(ask(player)).rejects.toThrow(
      `Unexpected request 0: it is not what its turn expects.
  tools
    expected: "add"
    received: none
Received request 0`,
    );
  });

  it('the expectation of a turn may be a function, such as the assertions of a test', async () => {
    const player = new ScriptPlayer([
      { text: '1', expect: (request) => expect(request.messages).toHaveLength(1) },
      {
        text: '2',
        expect: async (request) => {
          await expect(Promise.resolve(request.index)).resolves.toBe(7);
        },
      },
    ]);
    expect(await textOf(ask(player))).toEqual(['1']);
    await expect(ask(player)).rejects.toThrow(/not what its turn expects\.\nexpected 1 to be 7/);
  });

  it('the expectation of a turn is checked before a refusal too', async () => {
    const player = new ScriptPlayer([{ fault: { kind: 'http', status: 500 }, expect: { model: 'gpt-5' } }]);
    await expect(ask(player)).rejects.toThrow('model');
  });

  it('a caller that leaves while an expectation is checked is no failure', async () => {
    const caller = new AbortController();
    const player = new ScriptPlayer([{ text: '', expect: () => new Promise(() => {}) }]);
    const asked = ask(player, { signal: caller.signal });
    caller.abort(new Error('Never mind.'));
    await expect(asked).rejects.toThrow('Never mind.');
    expect(player.failures).toEqual([]);
  });
});

describe('the record of a script player', () => {
  it('the record of a script player has every request, numbered as it came', () => {
    const player = new ScriptPlayer([]);
    const { request } = player.record(makeRequest({ model: 'a' }));
    player.record(makeRequest({ model: 'b' }));
    expect(player.requests.map(({ index, model }) => [index, model])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(player.requests[0]).toBe(request);
  });

  it('a request in the record can be awaited', async () => {
    const player = new ScriptPlayer([]);
    const waiting = [player.received(1), player.received(1), player.received(0)];
    const { request: first } = player.record(makeRequest());
    const { request: second } = player.record(makeRequest());
    expect(await Promise.all(waiting)).toEqual([second, second, first]);
    expect(await player.received(0)).toBe(first);
  });

  it('the record of a script player has every failure, even if nobody looked at the error', async () => {
    const player = new ScriptPlayer([]);
    await ask(player).catch(() => 'swallowed');
    await ask(player).catch(() => 'swallowed');
    expect(player.failures).toHaveLength(2);
    expect(() => player.throwIfFailed()).toThrow('The scripted model got 2 unexpected requests.');
    expect(() => player.assertClean()).toThrow('The scripted model got 2 unexpected requests.');
  });

  it('the record of a script player has failures of requests that are no model requests', () => {
    const player = new ScriptPlayer([]);
    const failure = player.fail('Unexpected request: there is no GET /.');
    expect(failure).toBeInstanceOf(UnexpectedRequestError);
    expect(player.failures).toEqual([failure]);
    expect(player.requests).toEqual([]);
  });

  it('the record of a script player has the unused turns, if asked for them', async () => {
    const player = new ScriptPlayer([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    await ask(player);
    await ask(player);
    expect(() => player.throwIfFailed()).not.toThrow();
    expect(() => player.assertClean()).toThrow('The script has 3 turns, but there were only 2 requests.');
  });

  it('the record of a script player has no unused turns of a function', () => {
    expect(() => new ScriptPlayer(() => ({ text: '' })).assertClean()).not.toThrow();
  });
});
