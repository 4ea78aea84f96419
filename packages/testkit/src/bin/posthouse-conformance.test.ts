import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { TOKENS } from '../conformance/__fixtures__/sample-state.ts';
import { startSampleServer } from '../conformance/__fixtures__/sample-server.ts';
import type { ConformanceReport } from '../conformance/index.ts';

const command = join(import.meta.dirname, 'posthouse-conformance.ts');

function launch(words: readonly string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, MAIL_TOKEN: '', MAIL_ADMIN_TOKEN: '', MAIL_AGENT_TOKEN: '', ...environment };
  return spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(words: readonly string[], environment?: Record<string, string>) {
  const child = launch(words, environment);
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, output, complaint };
}

describe('posthouse-conformance', () => {
  it('checks a server and reports that it conforms', async () => {
    await using server = await startSampleServer();
    const { code, output, complaint } = await run([server.url, '--token', TOKENS.user, '--only', 'N12,S']);
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(output).toContain(`MAIL conformance of ${server.url}, swarm conformance`);
    expect(output).toContain('✓ N12');
    expect(output.trimEnd().split('\n').at(-1)).toMatch(/^Conforms: no MUST fails \(/);
  });

  it('fails when a MUST fails, and shows the evidence without the token', async () => {
    const bytes = (stream: string) => stream.replaceAll('event: task_complete\r', 'event: done\r');
    await using server = await startSampleServer({ flaw: { bytes } });
    const { code, output } = await run([server.url, '--only', 'S05', '--json'], { MAIL_TOKEN: TOKENS.user });
    expect(code).toBe(1);
    const report = JSON.parse(output) as ConformanceReport;
    const sentence = 'REST Transport › Endpoints, 5';
    expect(report).toMatchObject({
      conforms: false,
      findings: [{ id: 'S05', level: 'MUST', sentence, verdict: 'fail', behaviour: 'wrong' }],
    });
    expect(report.findings[0]!.evidence?.request?.path).toBe('/message');
    expect(output).not.toContain(TOKENS.user);
  });

  it('reports what only MAIL itself does, and does not fail for it', async () => {
    await using server = await startSampleServer({ flaw: { bytes: (stream) => stream.replaceAll('\r\n', '\n') } });
    const { code, output } = await run([server.url, '--only', 'S02', '--json'], { MAIL_TOKEN: TOKENS.user });
    expect(code).toBe(0);
    const report = JSON.parse(output) as ConformanceReport;
    expect(report).toMatchObject({ conforms: true, findings: [{ id: 'S02', level: 'SHOULD', verdict: 'fail' }] });
    expect(report.findings[0]).not.toHaveProperty('sentence');
  });

  it.each<[string[], string]>([
    [['--print-swarm'], '"name": "conformance"'],
    [['--print-actions', '--language', 'python'], 'async def get_weather(args):'],
    [['--list'], 'valid against the MAIL schemas. [Conformance, 1]'],
    [['--help'], 'Usage: posthouse-conformance http://host:port --token TOKEN'],
  ])('prints what %j asks for', async (words, part) => {
    const { code, output } = await run(words);
    expect(code).toBe(0);
    expect(output).toContain(part);
  });

  it('serves the model until it is stopped', async () => {
    const child = launch(['--serve-llm', '--port', '0']);
    const ended = once(child, 'exit');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    while (!output.includes('OPENAI_API_KEY')) await once(child.stdout, 'data');
    const [, url] = /OPENAI_BASE_URL=(\S+)/.exec(output)!;
    const body = {
      model: 'conformance',
      messages: [
        { role: 'system', content: 'You are the agent supervisor of the conformance swarm.' },
        { role: 'user', content: 'scenario:badtarget' },
      ],
    };
    const headers = { 'content-type': 'application/json', authorization: 'Bearer scripted' };
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(JSON.stringify(await response.json())).toContain('ghost');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('refuses a token that the server does not know with one sentence and code 2', async () => {
    await using server = await startSampleServer();
    const { code, output, complaint } = await run([server.url, '--token', 'mistyped']);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(complaint).toBe(
      'posthouse-conformance: the server does not accept the token of the user: invalid API key\n',
    );
  });

  it.each<[string[], string]>([
    [['http://127.0.0.1:9', '--token', 't', '--only', 'N99'], 'there is no check N99; --list shows them all'],
    [['http://127.0.0.1:9', '--token', 't'], 'Nothing answers at http://127.0.0.1:9: connect ECONNREFUSED'],
  ])('refuses %j with one sentence and code 2', async (words, sentence) => {
    const { code, output, complaint } = await run(words);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(complaint).toContain(`posthouse-conformance: ${sentence}`);
    expect(complaint.trimEnd().split('\n')).toHaveLength(1);
  });
});
