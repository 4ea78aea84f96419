import type { ModelMessage, ToolSet, UIMessage } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { action } from '@posthouse/runtime';
import { readMail, type ScriptedRequest } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { type AI, aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { ask, echo, finish, openTeam, type TeamHost } from './__fixtures__/team-host.ts';

/** What is in the log of the only task, in short. */
const logOf = async (team: TeamHost): Promise<string[]> => {
  const [task] = await team.server.served.store.list(await team.owner(), undefined, 1);
  const { entries } = await team.server.served.store.read(task!.key, 0, 100);
  return entries.map(({ type }) => type);
};
/** What the boss read in its newest turn. */
const lastRead = (team: TeamHost): string => team.boss.requests.at(-1)!.messages.at(-1)!.text;
const user = (text: string): UIMessage => ({ id: text, role: 'user', parts: [{ type: 'text', text }] });

/** A chat page's round trip: the answer as a message, made from nothing but the messages before it. */
async function chat(
  ai: AI,
  team: TeamHost,
  messages: UIMessage[],
  options: { system?: string; tools?: ToolSet } = {},
): Promise<UIMessage> {
  // What a page stores is JSON.
  const stored = JSON.parse(JSON.stringify(messages)) as UIMessage[];
  const result = ai.streamText({
    model: team.mail({ includeAgentChatter: true })('team'),
    ...options,
    messages: await ai.convertToModelMessages(stored as never),
  });
  let message: UIMessage | undefined;
  const stream = result.toUIMessageStream({ originalMessages: stored as never });
  for await (const state of ai.readUIMessageStream({ stream, terminateOnError: true })) message = state as UIMessage;
  return message!;
}

describe.each(aiVersions)('a conversation with %s', (_, ai) => {
  it('continues the task that the history names', async () => {
    await using team = await openTeam({
      boss: [ask('clerk', 'How many?'), finish('Seven.'), finish('As I said: seven.'), finish('Yes.')],
      clerk: [{ toolCalls: [{ name: 'echo', input: { word: 'x' } }] }, ask('boss', 'Seven.')],
      actions: [echo],
    });
    const history: UIMessage[] = [user('How many?')];
    for (const question of ['Sure?', 'Really?']) history.push(await chat(ai, team, history), user(question));
    await chat(ai, team, history);
    expect(await team.tasks()).toMatchObject([{ run: 3, status: 'complete' }]);
    expect(lastRead(team)).toContain('Really?');
    expect(lastRead(team)).not.toMatch(/Sure|How many|Seven/);
  });

  it('continues with the messages that the AI SDK keeps itself', async () => {
    await using team = await openTeam({ boss: [finish('one'), finish('two')] });
    const model = team.mail()('team');
    const messages: ModelMessage[] = [{ role: 'user', content: 'first' }];
    const first = await ai.generateText({ model, messages });
    messages.push(...(first.response.messages as ModelMessage[]), { role: 'user', content: 'second' });
    expect((await ai.generateText({ model, messages })).text).toBe('two');
    expect(await team.tasks()).toMatchObject([{ run: 2 }]);
  });

  it('fails when the caller names a task that the server does not know', async () => {
    await using team = await openTeam({ boss: [finish('Hello.')] });
    const model = team.mail()('team', { taskId: 'unknown', resumeFrom: 'user_response' });
    await expect(ai.generateText({ model, prompt: 'Hi' })).rejects.toMatchObject({ code: 'task_not_found' });
    expect(await team.tasks()).toEqual([]);
  });

  it('continues with the result of a tool that is left to the page', async () => {
    const question = { toolCalls: [{ name: 'pick', input: { of: ['red', 'blue'] }, id: 'p1' }] };
    let turn = 0;
    await using team = await openTeam({
      boss: ({ messages }) =>
        turn++ === 0 ? question : finish(`You picked ${messages.at(-1)!.toolResults[0]!.text}.`),
    });
    const tools = { pick: ai.tool({ inputSchema: ai.jsonSchema<object>({ type: 'object' }) }) };
    const asked = await chat(ai, team, [user('Paint it.')], { tools });
    const parts = asked.parts.map((part) =>
      part.type === 'tool-pick' ? { ...part, state: 'output-available', output: 'blue' } : part,
    );
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-pick', input: { of: ['red', 'blue'] } }));
    const answered = { ...asked, parts } as UIMessage;
    const done = await chat(ai, team, [user('Paint it.'), answered], { tools });
    expect(done.parts.at(-1)).toMatchObject({ type: 'text', text: 'You picked blue.' });
    expect(await team.tasks()).toMatchObject([{ run: 1, status: 'complete' }]);
  });

  it('returns the same answer when a result is sent again, and an error when it has changed', async () => {
    await using team = await openTeam({
      boss: ({ messages }) => {
        const [picked] = messages.flatMap(({ toolResults }) => toolResults);
        return picked === undefined
          ? { toolCalls: [{ name: 'pick', input: {}, id: 'p1' }] }
          : finish(`You picked ${picked.text}.`);
      },
    });
    const model = team.mail()('team');
    const tools = { pick: ai.tool({ inputSchema: ai.jsonSchema<object>({ type: 'object' }) }) };
    const question: ModelMessage = { role: 'user', content: 'Paint it.' };
    const asked = await ai.generateText({ model, tools, messages: [question] });
    const result = (value: string): ModelMessage => ({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: asked.toolCalls[0]!.toolCallId,
          toolName: 'pick',
          output: { type: 'text', value },
        },
      ],
    });
    const history = [question, ...(asked.response.messages as ModelMessage[])];
    const answer = async (value: string) =>
      (await ai.generateText({ model, tools, messages: [...history, result(value)], maxRetries: 0 })).text;
    expect([await answer('blue'), await answer('blue')]).toEqual(['You picked blue.', 'You picked blue.']);
    expect(team.boss.requests).toHaveLength(2);
    await expect(answer('red')).rejects.toThrow('was already answered differently');
    expect(await team.tasks()).toMatchObject([{ run: 1, status: 'complete' }]);
  });

  describe('a history that the user has changed', () => {
    const words = (text: string): ModelMessage => ({ role: 'user', content: text });
    /** What a model was given of the user's words and its own answers, in order. */
    const known = ({ messages }: ScriptedRequest): string[] =>
      messages.flatMap(({ role, text, toolCalls }) =>
        role === 'user'
          ? readMail(text)
              .mail.filter(({ fromType }) => fromType === 'user')
              .map(({ body }) => body)
          : toolCalls.map(({ input }) => `> ${(input as { finish_message: string }).finish_message}`),
      );
    let count = 0;
    const echoing = () => openTeam({ boss: () => finish(`answer ${(count += 1)}`) });
    /** Asks, and gives the messages that the answer adds to the history. */
    const say = async (team: TeamHost, history: ModelMessage[], text: string): Promise<ModelMessage[]> => {
      const messages = [...history, words(text)];
      const { response } = await ai.generateText({ model: team.mail()('team'), messages });
      return [...messages, ...(response.messages as ModelMessage[])];
    };

    it('continues where nothing was changed', async () => {
      count = 0;
      await using team = await echoing();
      const first = await say(team, [], 'one');
      await say(team, await say(team, first, 'two'), 'three');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'two', '> answer 2', 'three']);
      expect(await team.tasks()).toMatchObject([{ run: 3 }]);
    });

    it('treats missing older messages as trimmed, not as changed', async () => {
      count = 0;
      await using team = await echoing();
      const all = await say(team, await say(team, [], 'one'), 'two');
      await say(team, all.slice(1), 'three');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'two', '> answer 2', 'three']);
    });

    it('asks a changed question once, even if it has to be sent again', async () => {
      count = 0;
      await using team = await echoing();
      const first = await say(team, [], 'one');
      await say(team, first, 'two');
      let posts = 0;
      const fetch = async (url: string, init: object) => {
        const response = await globalThis.fetch(url, init);
        // The first answer gets lost on the way.
        if (url.endsWith('/message') && (posts += 1) === 1) {
          await response.body?.cancel();
          return new Response(null, { headers: { 'x-task-id': response.headers.get('x-task-id')! } });
        }
        return response;
      };
      const model = team.mail({ fetch: fetch as never })('team');
      const { text } = await ai.generateText({ model, messages: [...first, words('deux')] });
      expect([text, posts]).toEqual(['answer 3', 2]);
      expect(team.boss.requests).toHaveLength(3);
    });
  });

  describe('input of a run that is missing from the history', () => {
    const asked = ({ messages }: ScriptedRequest): string[] =>
      messages.flatMap(({ text }) => text.match(/Q-\w+/g) ?? []);
    const lastAsked = (team: TeamHost) => asked(team.boss.requests.at(-1)!);

    it('a stopped question and its partial answer are kept', async () => {
      const stalls = {
        ...finish('Cats are soft and quiet.', { chunkSize: 16 }),
        fault: { kind: 'stall', afterChunks: 2 },
      };
      await using team = await openTeam({ boss: [stalls as never, finish('Cats.'), finish('Felines.')] });
      const controller = new AbortController();
      const options = { model: team.mail()('team'), abortSignal: controller.signal };
      const result = ai.streamText({
        ...options,
        messages: await ai.convertToModelMessages([user('Q-cats')] as never),
      });
      let partial: UIMessage | undefined;
      for await (const state of ai.readUIMessageStream({ stream: result.toUIMessageStream() })) {
        partial = state as UIMessage;
        if (partial.parts.some((part) => part.type === 'text' && part.text !== '')) controller.abort();
      }
      await expect.poll(() => team.tasks()).toMatchObject([{ status: 'cancelled' }]);
      for (const question of ['Q-shorter', 'Q-longer']) {
        await chat(ai, team, [user('Q-cats'), partial!, user(question)]);
        expect(lastAsked(team)).toEqual(['Q-cats', question]);
        expect(JSON.stringify(team.boss.requests.at(-1)!.messages)).toContain('Cats are');
      }
    });

    it('an approval is forgotten if the user goes back before it', async () => {
      let executed = 0;
      const launch = action({
        name: 'launch',
        description: 'Launches.',
        parameters: { type: 'object' },
        execute: () => `launched ${(executed += 1)}`,
      });
      await using team = await openTeam({
        boss: ({ messages }) =>
          /Q-go(?![^]*Q-stay)/.test(messages.at(-1)!.text)
            ? { toolCalls: [{ name: 'launch', input: {} }] }
            : finish('As you say.'),
        actions: [launch],
        approvalTools: ['launch'],
      });
      const model = team.mail()('team');
      const question: ModelMessage = { role: 'user', content: 'Q-go' };
      const { response } = await ai.generateText({ model, messages: [question] });
      const waiting = [question, ...(response.messages as ModelMessage[])];
      const parts = waiting.at(-1)!.content as { type: string; approvalId?: string }[];
      const request = parts.find(({ type }) => type === 'tool-approval-request');
      const approval = { type: 'tool-approval-response', approvalId: request!.approvalId!, approved: true };
      const yes = { role: 'tool', content: [{ ...approval, providerExecuted: true }] } as ModelMessage;
      const approved = await ai.generateText({ model, messages: [...waiting, yes] });
      expect([approved.text, executed]).toEqual(['As you say.', 1]);
      const messages: ModelMessage[] = [...waiting, { role: 'user', content: 'Q-stay' }];
      for (const _time of [1, 2]) {
        await ai.generateText({ model, messages });
        expect(lastAsked(team)).toEqual(['Q-go', 'Q-stay']);
        expect(JSON.stringify(team.boss.requests.at(-1)!.messages)).not.toContain('launched');
      }
    });

    it('a message that joined a run is forgotten if it is edited', async () => {
      const gate = Promise.withResolvers<string>();
      const hold = action({
        name: 'hold',
        description: 'Waits.',
        parameters: { type: 'object' },
        execute: () => gate.promise,
      });
      await using team = await openTeam({
        boss: ({ messages }) =>
          messages.some(({ toolCalls }) => toolCalls.length > 0) || asked({ messages } as never).length > 1
            ? finish('Done.')
            : { text: 'One moment.', toolCalls: [{ name: 'hold', input: {} }] },
        actions: [hold],
      });
      const model = team.mail()('team');
      const question: ModelMessage = { role: 'user', content: 'Q-one' };
      // Whoever merely leaves does not stop the run.
      const { stream } = await model.doStream({
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Q-one' }] }],
      });
      const reader = stream.getReader();
      let mark: unknown;
      for (let part = await reader.read(); mark === undefined; part = await reader.read())
        if (part.value?.type === 'reasoning-end') mark = part.value.providerMetadata;
      await reader.cancel();
      const said = { type: 'reasoning', text: 'One moment.', providerOptions: mark };
      const partial = { role: 'assistant', content: [said] } as ModelMessage;
      const messages = (text: string): ModelMessage[] => [question, partial, { role: 'user', content: text }];
      const joined = ai.generateText({ model, messages: messages('Q-two') });
      await expect.poll(async () => (await logOf(team)).filter((type) => type === 'message')).toHaveLength(2);
      gate.resolve('open');
      await joined;
      expect(lastAsked(team)).toEqual(['Q-one', 'Q-two']);
      await ai.generateText({ model, messages: messages('Q-deux') });
      expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux']);
    });
  });

  it('sends instructions once, and again when they change', async () => {
    await using team = await openTeam({ boss: [finish('1'), finish('2'), finish('3')] });
    const history: UIMessage[] = [user('a')];
    history.push(await chat(ai, team, history, { system: 'Be brief.' }));
    expect(lastRead(team)).toContain('Be brief.');
    history.push(user('b'));
    history.push(await chat(ai, team, history, { system: 'Be brief.' }));
    expect(lastRead(team)).not.toContain('Be brief.');
    history.push(user('c'));
    await chat(ai, team, history, { system: 'Be kind.' });
    expect(lastRead(team)).toContain('Be kind.');
    expect(await team.tasks()).toHaveLength(1);
  });

  it('a conversation is sent as a whole to a server that has lost the task', async () => {
    await using before = await openTeam({ boss: [ask('clerk', 'psst'), finish('Seven.')], clerk: [ask('boss', 'ok')] });
    const answer = await chat(ai, before, [user('How many?')], { system: 'Be brief.' });
    await using after = await openTeam({ boss: [finish('Still seven.')] });
    const next = await chat(ai, after, [user('How many?'), answer, user('Sure?')], { system: 'Be brief.' });
    expect(next.parts.at(-1)).toMatchObject({ type: 'text', text: 'Still seven.' });
    expect(lastRead(after)).toMatch(/Be brief\.[^]*How many\?[^]*Seven\.[^]*Sure\?/);
    // What agents said among themselves was no part of the conversation.
    expect(lastRead(after)).not.toContain('[boss]');
    expect(await after.tasks()).toHaveLength(1);
  });

  it('includes all parts and files of a message, and what other models said', async () => {
    await using team = await openTeam({ boss: [finish('ok')] });
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Who are you?' },
      { role: 'assistant', content: 'Another model.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'First part.' },
          { type: 'text', text: 'Second part.' },
          {
            type: 'file',
            data: new URL('https://example.org/report.pdf'),
            mediaType: 'application/pdf',
            filename: 'r.pdf',
          },
          { type: 'file', data: Buffer.from('a,b\n1,2'), mediaType: 'text/csv', filename: 'table.csv' },
        ],
      },
    ];
    await ai.generateText({ model: team.mail()('team'), messages });
    for (const piece of [
      'Who are you?',
      'Another model.',
      'First part.',
      'Second part.',
      'https://example.org/report.pdf',
    ]) {
      expect(lastRead(team)).toContain(piece);
    }
    expect(lastRead(team)).toContain('a,b\n1,2');
  });

  it('continues in the task that the caller names', async () => {
    await using team = await openTeam({ boss: [finish('one'), finish('two')] });
    const mail = team.mail();
    await ai.generateText({ model: mail('team', { taskId: 'mine' }), prompt: 'first' });
    await ai.generateText({
      model: mail('team'),
      prompt: 'second',
      providerOptions: { mail: { taskId: 'mine', resumeFrom: 'user_response' } },
    });
    expect(await team.tasks()).toMatchObject([{ taskId: 'mine', run: 2 }]);
  });
});
