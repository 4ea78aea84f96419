import { expect, test } from 'vitest';
import { allowedMethods } from './answer-unmatched.ts';

const routes = [
  { method: 'ALL', path: '*' },
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/tasks' },
  { method: 'GET', path: '/tasks/:task_id' },
  { method: 'POST', path: '/tasks/:task_id/cancel' },
  { method: 'POST', path: '/swarms' },
  { method: 'GET', path: '/swarms' },
  { method: 'GET', path: '/swarms' },
];

test.each([
  ['/', ['GET']],
  ['/tasks', ['GET']],
  ['/tasks/t', ['GET']],
  ['/tasks/t/cancel', ['POST']],
  ['/swarms', ['POST', 'GET']],
  ['/tasks/', []],
  ['/tasks//cancel', []],
  ['/elsewhere', []],
  ['/tasks/t/cancel/more', []],
])('the path %s allows the methods %j', (path, methods) => {
  expect(allowedMethods(routes, path)).toEqual(methods);
});
