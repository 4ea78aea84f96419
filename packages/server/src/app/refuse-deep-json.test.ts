import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { refuseDeepJSON } from './refuse-deep-json.ts';

const nested = (levels: number, inner = '1'): string => '{"a":['.repeat(levels / 2) + inner + ']}'.repeat(levels / 2);

describe('refuseDeepJSON', () => {
  test('lets 500 levels pass', () => {
    expect(() => refuseDeepJSON(nested(500))).not.toThrow();
  });

  test.each([502, 10_000, 200_000])('refuseDeepJSON refuses %i levels', (levels) => {
    expect(() => refuseDeepJSON(nested(levels))).toThrow('nested 500 levels deep at most');
  });

  test('counts neither brackets inside strings nor those that are closed again', () => {
    const texts = ['[{'.repeat(1000), String.raw`"\[\\"`.repeat(300)];
    const inner = JSON.stringify([...texts, ...Array.from({ length: 600 }, () => [{}])]);
    expect(() => refuseDeepJSON(nested(490, inner))).not.toThrow();
    expect(() => refuseDeepJSON(nested(500, inner))).toThrow('levels deep');
  });

  test('terminates on text that is not JSON', () => {
    for (const text of [`"${'\\'.repeat(1001)}"`, `${'['.repeat(499)}"${'['.repeat(1000)}`, '"'.repeat(1001)])
      expect(() => refuseDeepJSON(text)).not.toThrow();
  });
});

test.each(['/message', '/interswarm/message', '/chat', '/v1/responses', '/v1/chat/completions', '/mcp'])(
  'POST %s answers a body that is nested too deeply with 400',
  async (path) => {
    await using stage = await Stage.open();
    const body = `{"user_token":"x","targets":["clerk"],"body":${nested(6000)}}`;
    expect((await stage.call(path, { method: 'POST', body })).status).toBe(400);
  },
);
