import { describe, expect, it } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { finish, openTeam } from './__fixtures__/team-host.ts';

describe.each(aiVersions)('the provider with %s', (_, ai) => {
  const schema = ai.jsonSchema<{ sum: number }>({
    type: 'object',
    properties: { sum: { type: 'number' } },
    required: ['sum'],
    additionalProperties: false,
  });

  it('generates an object of the requested format', async () => {
    await using team = await openTeam({ boss: [finish({ sum: 4 })] });
    const { output } = await ai.generateText({
      model: team.mail({ includeAgentChatter: true })('team'),
      prompt: 'What is 2 and 2?',
      output: ai.Output.object({ schema }),
    });
    expect(output).toEqual({ sum: 4 });
  });

  it('streams an object as well', async () => {
    await using team = await openTeam({ boss: [finish({ sum: 4 }, { chunkSize: 4, delayMs: 5 })] });
    const result = ai.streamText({
      model: team.mail()('team'),
      prompt: 'What is 2 and 2?',
      output: ai.Output.object({ schema }),
    });
    let last: unknown;
    for await (const partial of result.partialOutputStream) last = partial;
    expect(last).toEqual({ sum: 4 });
    expect(await result.output).toEqual({ sum: 4 });
  });

  it('ignores answers that the swarm has refused', async () => {
    await using team = await openTeam({ boss: [finish('four'), finish({ sum: 'four' }), finish({ sum: 4 })] });
    const result = ai.streamText({
      model: team.mail()('team'),
      prompt: 'What is 2 and 2?',
      output: ai.Output.object({ schema }),
    });
    await result.consumeStream();
    expect(await result.output).toEqual({ sum: 4 });
    expect((await result.content).map((part) => part.type)).toEqual(['text']);
    expect(team.boss.requests).toHaveLength(3);
  });

  it('fails when the swarm returns no valid object', async () => {
    await using team = await openTeam({ boss: [finish('a'), finish('b'), finish('c')] });
    const call = ai.generateText({
      model: team.mail()('team'),
      prompt: 'What is 2 and 2?',
      output: ai.Output.object({ schema }),
    });
    await expect(call).rejects.toMatchObject({ name: 'MAIL_TaskError', code: 'invalid_answer' });
  });

  it('generates choices, lists and any JSON', async () => {
    await using team = await openTeam({
      boss: [finish({ result: 'yes' }), finish({ elements: [{ sum: 1 }, { sum: 2 }] }), finish({ any: ['thing'] })],
    });
    const model = team.mail()('team');
    const outputs: unknown[] = [];
    for (const output of [
      ai.Output.choice({ options: ['yes', 'no'] }),
      ai.Output.array({ element: schema }),
      ai.Output.json(),
    ]) {
      outputs.push((await ai.generateText({ model, prompt: 'go', output: output as never })).output);
    }
    expect(outputs).toEqual(['yes', [{ sum: 1 }, { sum: 2 }], { any: ['thing'] }]);
  });
});
