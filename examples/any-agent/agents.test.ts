import { AgentRegistry } from '@posthouse/agents';
import { adaptStream } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import { offlineAgents } from './offline-agents.ts';
import { adaptersIn } from './adapters-in.ts';
import { showcase } from './showcase.ts';

describe('settings for a local model', () => {
  const settings = offlineAgents('http://127.0.0.1:1', '/agents-home');

  test('settings exist for every agent of the package', () => {
    expect(Object.keys(settings).toSorted()).toEqual(new AgentRegistry().names.toSorted());
  });

  test('settings lead to this machine only, and keep what the agent programs write in one place', () => {
    const { scripted: _, ...programs } = settings;
    for (const { baseURL, apiKey, env } of Object.values(programs)) {
      expect(baseURL).toMatch(/^http:\/\/127\.0\.0\.1:1(\/v1)?$/);
      expect(apiKey).toBe('none');
      expect(env).toMatchObject({ HOME: '/agents-home', XDG_DATA_HOME: '/agents-home/data' });
    }
  });
});

test('agent programs installed in a folder replace those of the package', () => {
  expect(adaptersIn('/nowhere').map(([name, { name: own }]) => [name, own])).toEqual([
    ['claude', 'claude'],
    ['codex', 'codex'],
    ['opencode', 'opencode'],
    ['pi', 'pi'],
  ]);
});

describe('the showcase agent', () => {
  async function ask(text: string): Promise<string> {
    await using session = await showcase.open({ cwd: '.' });
    const input = showcase.adaptUserMessage({ parts: [{ type: 'text', text }] });
    const run = session.send(input, { signal: AbortSignal.timeout(60_000) });
    const events = (async function* () {
      for await (const event of run) {
        yield event;
        if (event.type === 'posthouse.approval-requested') {
          await session.answer({ approvalId: event.approvalId, approved: true });
        }
      }
    })();
    const options = { messageId: 'm', generateId: () => crypto.randomUUID(), now: Date.now };
    return await new Response(adaptStream(showcase, events, options)).text();
  }

  test('thinks, calls a tool and answers', async () => {
    const stream = await ask('Hello.');
    for (const type of ['reasoning-delta', 'tool-output-available', 'text-delta', 'finish']) {
      expect(stream).toContain(`"type":"${type}"`);
    }
  });

  test.each([
    ['Please delegate.', 'data-agent-part'],
    ['Ask for permission.', 'tool-approval-request'],
    ['Please fail.', 'error'],
  ])('answers "%s" with a chunk of type %s', async (text, type) => {
    expect(await ask(text)).toContain(`"type":"${type}"`);
  });
});
