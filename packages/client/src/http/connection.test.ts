import { expect, test } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { Connection } from './connection.ts';

test.each([
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  [' https://host/ ', 'https://host'],
  ['https://host/mail//', 'https://host/mail'],
  ['HTTP://[::1]:80/a/b', 'HTTP://[::1]:80/a/b'],
])('%j is accepted as a base URL', (given, baseURL) => {
  expect(new Connection({ baseURL: given }).baseURL).toBe(baseURL);
});

test.each([
  '',
  'host',
  'ftp://host',
  'http://',
  'http://user:secret@host',
  'http://host?a=1',
  'http://host/#x',
  'http://a b',
])('%j is refused as a base URL', (baseURL) => {
  expect(() => new Connection({ baseURL })).toThrow(expect.objectContaining({ code: 'invalid_configuration' }));
});

test("the token goes into the header, beside the caller's headers", async () => {
  const connection = new Connection({ baseURL: 'http://host', token: 't-1', headers: { 'X-Team': 'blue' } });
  expect(await connection.headers()).toEqual({ 'X-Team': 'blue', Authorization: 'Bearer t-1' });
  expect(await new Connection({ baseURL: 'http://host' }).headers()).toEqual({});
});

test('a token function is called for each request', async () => {
  let count = 0;
  const connection = new Connection({ baseURL: 'http://host', token: async () => `t-${(count += 1)}` });
  expect(await connection.headers()).toEqual({ Authorization: 'Bearer t-1' });
  expect(await connection.headers()).toEqual({ Authorization: 'Bearer t-2' });
});

test.each(['', 'sec ret', 'secret\n', 'sécret'])(
  'a token that no header can carry is refused and not shown: %j',
  async (token) => {
    const error = await caught(new Connection({ baseURL: 'http://host', token }).headers());
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(String(error)).not.toMatch(/sec|séc/);
  },
);
