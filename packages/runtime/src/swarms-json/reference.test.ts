import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCodeReference, parseReference } from './reference.ts';

describe('parseReference', () => {
  test.each([
    [
      'python::mail.examples.supervisor.prompts:SYSPROMPT',
      { scheme: 'python', name: 'mail.examples.supervisor.prompts:SYSPROMPT' },
    ],
    [
      'library::examples/weather:getWeatherForecast',
      { scheme: 'library', name: 'examples/weather:getWeatherForecast' },
    ],
    ['module::./tools.ts:add', { scheme: 'module', file: './tools.ts', exportName: 'add' }],
    [
      'module::deep/er/tools.js:prompts.clerk',
      { scheme: 'module', file: 'deep/er/tools.js', exportName: 'prompts.clerk' },
    ],
    ['module::C:\\tools.ts:add', { scheme: 'module', file: 'C:\\tools.ts', exportName: 'add' }],
    ['url::https://example.org/prompt.txt', { scheme: 'url', url: 'https://example.org/prompt.txt' }],
    ['url::HTTP://example.org', { scheme: 'url', url: 'HTTP://example.org' }],
  ])('reads %s', (text, reference) => {
    expect(parseReference(text)).toEqual(reference);
  });

  test.each([
    '',
    'You are a clerk.',
    'python:mail',
    'Python::x',
    'see python::mail',
    'mail.factories.base:LiteLLMAgentFunction',
  ])('takes %j as text', (text) => {
    expect(parseReference(text)).toBeUndefined();
  });

  test.each(['module::', 'module::./tools.ts', 'module::./tools.ts:', 'module:::add'])(
    'refuses the module reference %s',
    (text) => {
      expect(() => parseReference(text)).toThrow(`'${text}' is not a reference: write module::./file.ts:export`);
    },
  );

  test.each(['url::', 'url::prompt.txt', 'url::file:///etc/passwd', 'url::data:text/plain,x', 'url::https://'])(
    'refuses the URL reference %s',
    (text) => {
      expect(() => parseReference(text)).toThrow('after url:: comes an http or https address');
    },
  );

  test('keeps every character of what comes after the scheme', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(parseReference(`python::${name}`)).toEqual({ scheme: 'python', name });
        expect(parseReference(`library::${name}`)).toEqual({ scheme: 'library', name });
      }),
    );
  });
});

describe('parseCodeReference', () => {
  test.each(['mail.factories.base:LiteLLMAgentFunction', 'my_package:make', 'a.b.c:D.e'])(
    'takes %s as Python, as the reference does',
    (name) => {
      expect(parseCodeReference(name)).toEqual({ scheme: 'python', name });
    },
  );

  test('reads references with a scheme as parseReference does', () => {
    expect(parseCodeReference('module::./a.ts:b')).toEqual(parseReference('module::./a.ts:b'));
  });

  test.each(['', 'clerk', './tools.ts:add', 'tools.ts', 'https://example.org/x'])('refuses %j', (text) => {
    expect(() => parseCodeReference(text)).toThrow(
      `'${text}' is not a reference: write module::./file.ts:export or python::package.module:name for code of your own`,
    );
  });
});
