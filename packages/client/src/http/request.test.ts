import { expect, test } from 'vitest';
import { toRequestName, toURL } from './request.ts';

test('a request goes below the base URL, whatever path that has', () => {
  expect(toURL('http://host:1', { path: '/tasks' })).toBe('http://host:1/tasks');
  expect(toURL('http://host/mail', { path: '/' })).toBe('http://host/mail/');
});

test('a query leaves out missing values and escapes the rest', () => {
  const query = { swarm: 'a&b=c ü', after: '0', tokens: undefined };
  expect(toURL('http://host', { path: '/x', query })).toBe('http://host/x?swarm=a%26b%3Dc%20%C3%BC&after=0');
  expect(toURL('http://host', { path: '/x', query: { swarm: undefined } })).toBe('http://host/x');
});

test('the name of a request leaves out the query', () => {
  expect(toRequestName({ method: 'GET', path: '/tasks' })).toBe('GET /tasks');
});
