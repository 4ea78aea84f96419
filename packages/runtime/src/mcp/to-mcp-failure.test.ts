import { MCPClientError } from '@ai-sdk/mcp';
import { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import type { MCPServer } from './mcp-server.ts';
import { describeServer, toMCPFailure } from './to-mcp-failure.ts';

const http: MCPServer = { type: 'http', url: 'https://mcp.example:8443/path?token=secret', headers: { a: 'secret' } };
const stdio: MCPServer = { type: 'stdio', command: 'serve', args: ['--key=secret'], env: { KEY: 'secret' } };
const context = { server: http, timeoutMs: 100, late: false };

test.each([
  [
    'a call that took too long',
    new Error('x'),
    { ...context, late: true },
    'action_failed',
    'did not answer within 100 ms.',
  ],
  [
    'a call that the server refused',
    new MCPClientError({ message: 'bad input', code: -32_602 }),
    context,
    'action_failed',
    'refused: bad input',
  ],
  [
    'an HTTP error status',
    new MCPClientError({ message: 'x', statusCode: 503 }),
    context,
    'peer_unreachable',
    'HTTP status 503.',
  ],
  [
    'a connection that failed',
    new MCPClientError({ message: 'x', cause: new Error('gone') }),
    context,
    'peer_unreachable',
    'reached: gone.',
  ],
  ['a thrown value that is not an error', 'odd', context, 'peer_unreachable', 'reached: odd.'],
])('toMCPFailure explains %s', (_name, cause, given, code, end) => {
  const failure = toMCPFailure(cause, given);
  expect(failure.code).toBe(code);
  expect(failure.message.startsWith('The MCP server https://mcp.example:8443 ')).toBe(true);
  expect(failure.message.endsWith(end)).toBe(true);
  expect(failure.cause).toBe(cause);
});

test('an error with a code and no message is explained by its code', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  const failure = toMCPFailure(new TypeError('fetch failed', { cause: refused }), context);
  expect(failure.message).toContain('ECONNREFUSED');
});

test('a refusal of the URL guard is passed on, however deep it is wrapped', () => {
  const refusal = new PosthouseError({ code: 'url_refused', message: 'no' });
  expect(toMCPFailure(refusal, context)).toBe(refusal);
  expect(
    toMCPFailure(new MCPClientError({ message: 'aborted', cause: new Error('x', { cause: refusal }) }), context),
  ).toBe(refusal);
});

test('a circular chain of causes is explained too', () => {
  const error = new Error('round');
  error.cause = error;
  expect(toMCPFailure(error, context).message).toContain('round');
});

test('long messages of a server are shortened', () => {
  const failure = toMCPFailure(new MCPClientError({ message: 'x'.repeat(10_000), code: -1 }), context);
  expect(failure.message.length).toBeLessThan(600);
});

test('servers are named without their secrets', () => {
  expect(describeServer(http)).toBe('The MCP server https://mcp.example:8443');
  expect(describeServer(stdio)).toBe('The MCP server "serve"');
  expect(describeServer({ type: 'http', url: 'nonsense' })).toBe('The MCP server');
});
