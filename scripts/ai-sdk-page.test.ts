import { action, agent, swarm } from '@posthouse/runtime';
import { type ScriptedRequest, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const programs = programsOf('docs/ai-sdk.md');

/** Calls what a route of a page exports, as `useChat` would, and prints what came of it. */
const USE_ROUTE = `
const parts = [{ type: 'text', text: 'What is new in quantum computing?' }];
const body = JSON.stringify({ messages: [{ id: 'm', role: 'user', parts }] });
const response = await POST(new Request('http://page/api/chat', { method: 'POST', body }));
const chunks = (await response.text()).matchAll(/"delta":"([^"]*)"/g);
console.log([...chunks].map(([, text]) => text).join('')); // Qubits, mostly.
`;

const finish = (message: unknown): ScriptedTurn => ({
  toolCalls: [{ name: 'task_complete', input: { finish_message: message } }],
});

const DELETE: ScriptedTurn = { toolCalls: [{ name: 'delete_paper', input: {} }] };

/** The swarm that the page talks to. */
function answer({ messages }: ScriptedRequest): ScriptedTurn {
  const asked = messages.map(({ text }) => text).join('\n');
  const [found] = messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
  if (asked.includes('by year?')) return finish({ years: { 2024: 12, 2025: 31 } });
  if (asked.includes('compare it')) {
    // Without the question before, nobody would know what to compare.
    return finish(asked.includes('quantum computing') ? 'Bits are older than qubits.' : 'Compare what?');
  }
  if (asked.includes('Delete')) return found === undefined ? DELETE : finish(found.replace('SUCCESS: ', ''));
  if (!asked.includes('transformers')) return finish('Qubits, mostly.');
  if (found !== undefined) return finish(`I found ${found}.`);
  return { toolCalls: [{ name: 'searchWeb', input: { query: 'transformers' } }] };
}

describe('docs/ai-sdk.md', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    const model = scripted(answer);
    const deletePaper = action({
      name: 'delete_paper',
      description: 'Deletes the oldest paper.',
      parameters: z.object({}),
      execute: async () => 'It is gone.',
    });
    const lead = agent({
      name: 'lead',
      model,
      actions: [deletePaper],
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
    });
    const research = swarm({
      name: 'research-swarm',
      version: '1.0.0',
      entrypoint: 'lead',
      agents: [lead],
      actions: [deletePaper],
      approvalTools: ['delete_paper'],
    });
    const options = { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false };
    server = await startServer(research, options);
  });
  afterAll(() => server.stop());

  const versions = ['ai', 'ai-6'].flatMap((ai) => programs.map((program, index) => ({ ai, index, program })));
  test.each(versions)(
    'the program $index of docs/ai-sdk.md prints what it says, with the package $ai',
    async ({ ai, program }) => {
      const isRoute = program.includes('export async function POST');
      const env = { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens!.user };
      const printed = program.replace("from 'ai'", `from '${ai}'`) + (isRoute ? USE_ROUTE : '');
      const { done, said } = await runPrinted(printed, { env });
      expect(done).toEqual(said);
    },
  );
});
