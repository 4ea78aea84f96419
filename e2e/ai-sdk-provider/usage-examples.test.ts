import { createMAIL, mail, type MAILAgentEvent, type MAILProviderMetadata } from '@posthouse/ai-sdk-provider';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { ask, finish, openTeam, type TeamHost } from './__fixtures__/team-host.ts';

afterEach(() => void vi.unstubAllEnvs());

/** What somebody sets before they start their program. */
function setEnvironment({ server }: TeamHost): void {
  vi.stubEnv('MAIL_BASE_URL', server.url);
  vi.stubEnv('MAIL_API_KEY', server.tokens!.user);
}

const research = () => ({
  boss: [ask('clerk', 'Anything new?'), finish('Qubits, mostly.', { chunkSize: 4 })],
  clerk: [ask('boss', 'Qubits.')],
});

describe.each(aiVersions)('the usage examples with %s', (_, { streamText, tool, jsonSchema, stepCountIs }) => {
  it('basic usage works', async () => {
    await using team = await openTeam(research());
    setEnvironment(team);

    const response = streamText({
      model: mail('team'),
      prompt: 'What is new in quantum computing?',
    });
    let printed = '';
    for await (const chunk of response.textStream) printed += chunk;
    const metadata = (await response.providerMetadata)?.mail as unknown as MAILProviderMetadata;

    expect(printed).toBe('Qubits, mostly.');
    expect(metadata.taskId).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(metadata.agentTrace.map(({ agent }) => agent))).toEqual(new Set(['boss', 'clerk']));
  });

  it('custom configuration works', async () => {
    await using team = await openTeam(research());

    const host = createMAIL({
      baseURL: team.server.url,
      authToken: team.server.tokens!.user,
      includeAgentChatter: true,
    });
    const response = streamText({
      model: host('team', { entrypoint: 'boss' }),
      prompt: 'I need help with my order.',
    });

    // What is said while the answer is already being written does not interrupt it.
    expect(await response.text).toMatch(/^\[boss\]: Anything new\?\n(\[clerk\]: Qubits\.\n)?Qubits, mostly\.$/);
  });

  it('continuation works', async () => {
    await using team = await openTeam({ boss: [finish('Qubits.'), finish('Bits are older.')] });
    setEnvironment(team);

    const first = streamText({ model: mail('team'), prompt: 'What is quantum computing?' });
    await first.consumeStream();
    const { taskId } = (await first.providerMetadata)!.mail as unknown as MAILProviderMetadata;
    const second = streamText({
      model: mail('team', { taskId, resumeFrom: 'user_response' }),
      prompt: 'Now compare it to classical computing.',
    });

    expect(await second.text).toBe('Bits are older.');
    expect(await team.tasks()).toMatchObject([{ taskId, run: 2 }]);
    // The swarm remembers what it was asked before.
    expect(team.boss.requests[1]!.messages.map(({ text }) => text).join()).toContain('What is quantum computing?');
  });

  it('dynamic tools work', async () => {
    let turn = 0;
    await using team = await openTeam({
      boss: ({ messages }) =>
        turn++ === 0
          ? { toolCalls: [{ name: 'searchWeb', input: { query: 'transformers' } }] }
          : finish(`I found ${messages.at(-1)!.toolResults[0]!.text}.`),
    });
    setEnvironment(team);

    const response = streamText({
      model: mail('team'),
      prompt: 'Research and summarise.',
      tools: {
        searchWeb: tool({
          description: 'Searches the web.',
          inputSchema: jsonSchema<{ query: string }>({
            type: 'object',
            properties: { query: { type: 'string' } },
            required: ['query'],
          }),
          execute: async ({ query }) => `three papers on ${query}`,
        }),
      },
      stopWhen: stepCountIs(5),
    });

    expect(await response.text).toBe('I found three papers on transformers.');
  });

  it('agent selection works', async () => {
    await using team = await openTeam({ boss: [], clerk: [finish('Here are the papers.')] });
    setEnvironment(team);

    const response = streamText({
      model: mail('team', { entrypoint: 'clerk', bypassSupervisor: true }),
      prompt: 'Search for papers on transformers.',
    });

    expect(await response.text).toBe('Here are the papers.');
    expect(team.boss.requests).toEqual([]);
  });

  it('the event stream works', async () => {
    await using team = await openTeam(research());
    setEnvironment(team);

    const response = streamText({ model: mail('team'), prompt: 'Research this.', includeRawChunks: true });
    let text = '';
    const lines: string[] = [];
    for await (const part of response.fullStream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type !== 'raw') continue;
      const event = part.rawValue as MAILAgentEvent;
      if (event.type === 'mail-agent-event' && event.event === 'tool_call') {
        lines.push(`[${event.agent}] ${event.description}`);
      }
    }

    expect(text).toBe('Qubits, mostly.');
    expect(lines).toEqual(['[boss] agent boss called send_request', '[clerk] agent clerk called send_response']);
  });
});
