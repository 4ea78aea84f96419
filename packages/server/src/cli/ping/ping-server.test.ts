import { describe, expect, test } from 'vitest';
import { type Canned, startRecordingServer } from '../__fixtures__/recording-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { pingServer } from './ping-server.ts';

const health = { status: 'healthy', swarm_name: 'far', timestamp: '2026-03-01T08:30:00.000000+00:00' };

async function ping(canned: Canned, options: { json?: boolean; colour?: boolean } = {}) {
  await using server = await startRecordingServer(() => canned);
  const terminal = testTerminal({ environment: options.colour === true ? { FORCE_COLOR: '1' } : {} });
  const code = await pingServer(terminal, { url: server.url, seconds: 5, json: options.json === true });
  return { code, output: terminal.said(), url: server.url, requests: server.requests };
}

describe('ping', () => {
  test('prints the swarm and its health', async () => {
    const { code, output, requests } = await ping({ json: health });
    expect([code, output]).toEqual([0, '✓ far is healthy\n']);
    expect(requests).toEqual([{ method: 'GET', path: '/health', token: undefined }]);
  });

  test('prints them as JSON', async () => {
    const { code, output, url } = await ping({ json: health }, { json: true });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ url, reachable: true, ...health });
  });

  test.each<[Canned, RegExp]>([
    [{ status: 500, json: { detail: 'broken' } }, /^✗ Server returned 500\n$/],
    [{ status: 404, json: { detail: 'Not Found' } }, /^✗ Server returned 404\n$/],
    [{ json: 'hello' }, /^✗ Error: .*\n$/],
    [{ json: { status: 'x' } }, /^✗ Error: .*\n$/],
  ])('explains the failure of %j', async (canned, output) => {
    const answer = await ping(canned);
    expect(answer.code).toBe(1);
    expect(answer.output).toMatch(output);
  });

  test('uses colour where wanted, and prints no escape sequence of the server', async () => {
    expect((await ping({ json: health }, { colour: true })).output).toBe('\u001B[32m✓\u001B[39m far is healthy\n');
    expect((await ping({ json: { ...health, swarm_name: 'x\u001B[2J' } })).output).toBe('✓ x␛[2J is healthy\n');
  });
});
