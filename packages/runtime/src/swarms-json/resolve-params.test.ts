import { describe, expect, test } from 'vitest';
import { fullLibrary, root } from './__fixtures__/samples.ts';
import { loadReport } from './load-report.ts';
import type { LoadOptions } from './load-options.ts';
import { resolveParams } from './resolve-params.ts';
import { createResolve } from './resolve-reference.ts';

async function resolve(
  params: Parameters<typeof resolveParams>[0],
  options: LoadOptions = { root, library: fullLibrary() },
) {
  const report = loadReport();
  return { params: await resolveParams(params, 'params', createResolve(options), report), problems: report.problems };
}

describe('resolveParams', () => {
  test('leaves other values alone', async () => {
    const params = { llm: 'openai/gpt-5-mini', n: 1, off: false, none: null, list: ['a', [1]], deep: { er: 'text' } };
    expect(await resolve(params)).toEqual({ params, problems: [] });
  });

  test('replaces references wherever they are', async () => {
    const { params, problems } = await resolve({
      system: 'python::mail.examples.math_dummy.prompts:SYSPROMPT',
      deep: { list: ['library::examples/weather:systemPrompt', { again: 'module::./tools.ts:prompts.clerk' }] },
    });
    expect(problems).toEqual([]);
    expect(params).toEqual({
      system: 'The prompt examples/math:systemPrompt of {swarm}.',
      deep: {
        list: [
          'The prompt examples/weather:systemPrompt of {swarm}.',
          { again: 'You stand behind the counter of {swarm}.' },
        ],
      },
    });
  });

  test('accepts any JSON value that a module exports', async () => {
    const { params } = await resolve({ number: 'module::tools.ts:prompts.number', all: 'module::tools.ts:prompts' });
    expect(params).toEqual({
      number: 7,
      all: { clerk: 'You stand behind the counter of {swarm}.', number: 7, nothing: null },
    });
  });

  test('fetches text if that is enabled', async () => {
    const fetchText = async (url: string) => `from ${url}`;
    expect(await resolve({ system: 'url::https://example.org/a' }, { fetchText })).toEqual({
      params: { system: 'from https://example.org/a' },
      problems: [],
    });
  });

  test('reports each failure at its place', async () => {
    const { params, problems } = await resolve({
      system: 'python::my.prompts:HELLO',
      deep: { list: ['url::https://example.org/x', 'fine'] },
      broken: 'module::tools.ts',
    });
    expect(problems.map(({ path }) => path)).toEqual(['params.system', 'params.deep.list.0', 'params.broken']);
    expect(params).toEqual({ deep: { list: [null, 'fine'] } });
  });

  test('refuses code where a value belongs', async () => {
    const { problems } = await resolve({
      a: 'python::mail.factories.base:LiteLLMAgentFunction',
      b: 'module::./tools.ts:deliver',
      c: 'python::mail.examples.math_dummy.actions:calculate_expression',
    });
    expect(problems).toEqual([
      {
        path: 'params.a',
        message: "'python::mail.factories.base:LiteLLMAgentFunction' is an agent factory, not a value",
      },
      {
        path: 'params.b',
        message: "'module::./tools.ts:deliver' is code, where a text or another JSON value is needed",
      },
      {
        path: 'params.c',
        message:
          "'python::mail.examples.math_dummy.actions:calculate_expression' is code, where a text or another JSON value is needed",
      },
    ]);
  });
});
