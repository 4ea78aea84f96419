import { describe, expect, test } from 'vitest';
import { fullLibrary, makeAction, root } from './__fixtures__/samples.ts';
import { franking } from './__fixtures__/tools.ts';
import { referenceLibrary } from '../reference-library/index.ts';
import type { LoadOptions } from './load-options.ts';
import { parseReference } from './reference.ts';
import { createResolve } from './resolve-reference.ts';

const library = fullLibrary();

function resolve(text: string, options: LoadOptions = {}) {
  return createResolve(options)(parseReference(text)!);
}

describe('a python:: reference', () => {
  test('gives our factory for one of the reference', async () => {
    expect(await resolve('python::mail.factories.supervisor:LiteLLMSupervisorFunction')).toEqual({
      factory: { role: 'supervisor' },
    });
  });

  test("gives our own prompt or action for one of the reference's library, without any option", async () => {
    const { actions, prompts } = referenceLibrary;
    expect(await resolve('python::mail.examples.math_dummy.prompts:SYSPROMPT')).toEqual({
      value: prompts['examples/math:systemPrompt'],
    });
    expect(await resolve('python::mail.examples.math_dummy.actions:calculate_expression')).toEqual({
      value: actions['examples/math:calculateExpression'],
    });
    expect(await resolve('python::mail.stdlib.http:http_get')).toMatchObject({ value: { name: 'http_get' } });
  });

  test("prefers what the caller's library has under the symbolic name", async () => {
    expect(await resolve('python::mail.examples.math_dummy.actions:calculate_expression', { library })).toEqual({
      value: library.actions['examples/math:calculateExpression'],
    });
    expect(await resolve('python::mail.examples.math_dummy.prompts:SYSPROMPT', { library })).toEqual({
      value: 'The prompt examples/math:systemPrompt of {swarm}.',
    });
  });

  test("gives what the caller's library has under the Python name itself", async () => {
    const own = { actions: { 'my.tools:add': makeAction('add') }, prompts: {} };
    expect(await resolve('python::my.tools:add', { library: own })).toEqual({ value: own.actions['my.tools:add'] });
  });

  test('explains that other Python cannot run here, and what to do', async () => {
    await expect(resolve('python::my.tools:add', { library })).rejects.toThrow(
      "'python::my.tools:add' is Python code, which does not run here. " +
        'Pass a PythonBridge as `python`, or write it in TypeScript and name it module::./file.ts:export.',
    );
  });

  test('suggests a name it knows', async () => {
    await expect(resolve('python::mail.factories.base:LiteLLMAgentFunctoin')).rejects.toThrow(
      "Did you mean 'mail.factories.base:LiteLLMAgentFunction'?",
    );
  });

  test('says what file actions need before they exist', async () => {
    await expect(resolve('python::mail.stdlib.fs:read_file')).rejects.toThrow(
      "'python::mail.stdlib.fs:read_file' stands for 'stdlib/fs:readFile', which is not in the library. " +
        'File actions need a folder to work in: pass `stdlibLibrary({ fs: { root } })` in `library`.',
    );
  });

  test('gives an untrusted swarm no action that reaches the network, unless the caller passes it', async () => {
    const name = 'python::mail.stdlib.http:http_get';
    await expect(resolve(name, { trusted: false })).rejects.toThrow(`'${name}' is refused`);
    expect(await resolve(name, { trusted: false, library })).toEqual({ value: library.actions['stdlib/http:httpGet'] });
    expect(await resolve('python::mail.examples.math_dummy:action_calculate_expression', { trusted: false })).toEqual({
      value: referenceLibrary.actions['examples/math:calculateExpression'],
    });
  });

  test('names that every object has are not found', async () => {
    await expect(resolve('library::toString', { library })).rejects.toThrow('is not in the library');
    await expect(resolve('library::__proto__', { library })).rejects.toThrow('is not in the library');
    await expect(resolve('python::constructor', { library })).rejects.toThrow('is Python code');
  });
});

describe('a library:: reference', () => {
  const own = { actions: { 'mine:add': makeAction('add') }, prompts: { 'mine:prompt': 'Add.' } };

  test('names actions and prompts directly', async () => {
    expect(await resolve('library::mine:add', { library: own })).toEqual({ value: own.actions['mine:add'] });
    expect(await resolve('library::mine:prompt', { library: own })).toEqual({ value: 'Add.' });
  });

  test('a library:: reference is allowed in untrusted swarms', async () => {
    expect(await resolve('library::mine:prompt', { library: own, trusted: false })).toEqual({ value: 'Add.' });
  });

  test('suggests a name', async () => {
    await expect(resolve('library::mine:ad', { library: own })).rejects.toThrow("Did you mean 'mine:add'?");
  });
});

describe('a module:: reference', () => {
  test('loads code below the root', async () => {
    expect(await resolve('module::./tools.ts:franking', { root })).toEqual({ value: franking });
  });

  test('needs a root', async () => {
    await expect(resolve('module::./tools.ts:franking')).rejects.toThrow('needs the option `root`');
  });

  test('a module:: reference is refused in untrusted swarms, before anything is loaded', async () => {
    await expect(resolve('module::./broken-module.ts:x', { root, trusted: false })).rejects.toThrow(
      "'module::./broken-module.ts:x' is refused: a swarm that is not trusted may name only what is already loaded",
    );
  });
});

describe('a url:: reference', () => {
  const url = 'https://example.org/prompt.txt';

  test('a url:: reference is refused unless enabled', async () => {
    await expect(resolve(`url::${url}`)).rejects.toThrow(
      `'url::${url}' is not fetched: url:: references are off. Name the host with --fetch-from, or pass \`fetchText\``,
    );
  });

  test('gives the text', async () => {
    const asked: string[] = [];
    const fetchText = async (address: string) => {
      asked.push(address);
      return 'Be kind.';
    };
    expect(await resolve(`url::${url}`, { fetchText })).toEqual({ value: 'Be kind.' });
    expect(asked).toEqual([url]);
  });

  test('fails when the fetch fails, and never falls back to the address', async () => {
    const fetchText = async () => {
      throw new Error('the address is private');
    };
    const resolving = resolve(`url::${url}`, { fetchText });
    await expect(resolving).rejects.toThrow(`'url::${url}' could not be fetched: the address is private`);
    await expect(resolving).rejects.toMatchObject({ cause: { message: 'the address is private' } });
  });

  test('a url:: reference is refused in untrusted swarms, even when enabled', async () => {
    let asked = false;
    const fetchText = async () => {
      asked = true;
      return '';
    };
    await expect(resolve(`url::${url}`, { fetchText, trusted: false })).rejects.toThrow('is refused');
    expect(asked).toBe(false);
  });

  test('a url:: reference is fetched once per load, however many agents name it', async () => {
    let count = 0;
    const fetchText = async () => `text ${(count += 1)}`;
    const shared = createResolve({ fetchText });
    const reference = parseReference(`url::${url}`)!;
    expect(await Promise.all([shared(reference), shared({ ...reference })])).toEqual([
      { value: 'text 1' },
      { value: 'text 1' },
    ]);
    expect(await shared(parseReference(`url::${url}?other`)!)).toEqual({ value: 'text 2' });
  });
});
