import { generateText, stepCountIs, tool } from 'ai';
import { scripted } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { offlineScript } from './offline-script.ts';

/** Talks to the model as an agent program with these tools would. */
async function ask(prompt: string, names: readonly string[], results: Record<string, string> = {}) {
  const used: { name: string; input: unknown }[] = [];
  const tools = Object.fromEntries(
    names.map((name) => [
      name,
      tool({
        inputSchema: z.looseObject({}),
        execute: (input) => {
          used.push({ name, input });
          return results[name] ?? 'done';
        },
      }),
    ]),
  );
  const { steps } = await generateText({ model: scripted(offlineScript), prompt, tools, stopWhen: stepCountIs(4) });
  return { used, said: steps.map(({ text }) => text) };
}

describe('the offline model', () => {
  test.each([
    ['Bash', 'command'],
    ['bash', 'command'],
    ['exec_command', 'cmd'],
  ])("runs a command with %s, under that tool's parameter name", async (name, field) => {
    const { used, said } = await ask('Hello!', ['other', name]);
    expect(used).toEqual([{ name, input: expect.objectContaining({ [field]: expect.stringContaining('echo') }) }]);
    expect(said).toEqual(['Let me run a command.', expect.stringContaining('There it is.')]);
  });

  test('makes Codex ask for permission, which it would not do by itself', async () => {
    const { used } = await ask('Ask for permission.', ['exec_command']);
    expect(used[0]!.input).toMatchObject({ cmd: 'touch asked-for', sandbox_permissions: 'require_escalated' });
    expect((await ask('Ask for permission.', ['bash'])).used[0]!.input).not.toHaveProperty('sandbox_permissions');
  });

  test.each(['Agent', 'task'])('the offline model delegates with %s', async (name) => {
    const { used, said } = await ask('Please delegate.', ['bash', name]);
    expect(used).toEqual([{ name, input: expect.objectContaining({ prompt: 'Count the files of this folder.' }) }]);
    expect(said).toEqual(['I delegate.', 'My agent has reported.']);
  });

  test('delegates within Codex, which does not offer it, and waits for the report', async () => {
    const { used, said } = await ask('Please delegate.', ['exec_command', 'spawn_agent', 'wait_agent'], {
      spawn_agent: '{"agent_id":"a-1","nickname":"Ada"}',
      wait_agent: '{"status":{"a-1":{"completed":"Counted."}}}',
    });
    expect(used).toEqual([
      { name: 'spawn_agent', input: { message: 'Count the files of this folder.' } },
      { name: 'wait_agent', input: { targets: ['a-1'] } },
    ]);
    expect(said).toEqual(['I delegate.', '', 'My agent has reported.']);
  });

  test('the offline model does the errand as the nested agent', async () => {
    const { used, said } = await ask('Count the files of this folder.', ['bash']);
    expect(used[0]!.input).toMatchObject({ command: 'ls | wc -l' });
    expect(said.at(-1)).toBe('I have counted them.');
  });

  test('reports a missing tool', async () => {
    expect((await ask('Hello!', ['other'])).said).toEqual(['I have no tool to run a command with.']);
    expect((await ask('Please delegate.', ['bash'])).said).toEqual(['I have nobody to delegate to.']);
  });

  test('waits in a command that can be stopped', async () => {
    const { used, said } = await ask('Wait for me.', ['bash']);
    expect(used[0]!.input).toMatchObject({ command: 'echo waiting; sleep 30' });
    expect(said.at(-1)).toBe('That took a while.');
  });
});
