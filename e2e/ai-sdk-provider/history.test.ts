import type { ModelMessage, ToolSet, UIMessage } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { readMail, type ScriptedRequest } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { type AI, aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { ask, echo, finish, openTeam, type TeamOffice } from './__fixtures__/office.ts';

/** What the boss read in its newest turn. */
const lastRead = (team: TeamOffice): string => team.boss.requests.at(-1)!.messages.at(-1)!.text;
const user = (text: string): UIMessage => ({ id: text, role: 'user', parts: [{ type: 'text', text }] });

/** A chat page's round trip: the answer as a message, made from nothing but the messages before it. */
async function chat(
  ai: AI,
  team: TeamOffice,
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

describe.each(aiVersions)('%s', (_, ai) => {
  it('goes on with the task that the history names', async () => {
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

  it('goes on with the messages that the AI SDK keeps itself', async () => {
    await using team = await openTeam({ boss: [finish('one'), finish('two')] });
    const model = team.mail()('team');
    const messages: ModelMessage[] = [{ role: 'user', content: 'first' }];
    const first = await ai.generateText({ model, messages });
    messages.push(...(first.response.messages as ModelMessage[]), { role: 'user', content: 'second' });
    expect((await ai.generateText({ model, messages })).text).toBe('two');
    expect(await team.tasks()).toMatchObject([{ run: 2 }]);
  });

  it('is answered by the page, where a tool is left to it', async () => {
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

  it('gives the same answer when a result is sent again, and an error when it has changed', async () => {
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
    await expect(answer('red')).rejects.toThrow('has been answered already, with something else');
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
    const say = async (team: TeamOffice, history: ModelMessage[], text: string): Promise<ModelMessage[]> => {
      const messages = [...history, words(text)];
      const { response } = await ai.generateText({ model: team.mail()('team'), messages });
      return [...messages, ...(response.messages as ModelMessage[])];
    };

    it('goes on where nothing was changed', async () => {
      count = 0;
      await using team = await echoing();
      const first = await say(team, [], 'one');
      await say(team, await say(team, first, 'two'), 'three');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'two', '> answer 2', 'three']);
      expect(await team.tasks()).toMatchObject([{ run: 3 }]);
    });

    it('forgets the last question when that was edited, and its answer', async () => {
      count = 0;
      await using team = await echoing();
      const first = await say(team, [], 'one');
      await say(team, first, 'two');
      const edited = await say(team, first, 'deux');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'deux']);
      await say(team, edited, 'trois');
      expect(known(team.boss.requests[3]!)).toEqual(['one', '> answer 1', 'deux', '> answer 3', 'trois']);
    });

    it('asks once when another answer is wanted', async () => {
      count = 0;
      await using team = await echoing();
      const first = await say(team, [], 'one');
      await say(team, first, 'two');
      await say(team, first, 'two');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'two']);
    });

    it('goes on before an earlier question that was edited, and is told the rest', async () => {
      count = 0;
      await using team = await echoing();
      const all = await say(team, await say(team, await say(team, [], 'one'), 'two'), 'three');
      const edited = all.map((message) => (message.content === 'two' ? words('deux') : message));
      await say(team, edited, 'four');
      const [first, answered, rest] = known(team.boss.requests[3]!);
      expect([first, answered]).toEqual(['one', '> answer 1']);
      expect(rest).toMatch(/deux[\s\S]*answer 2[\s\S]*three[\s\S]*answer 3[\s\S]*four$/);
      expect(JSON.stringify(team.boss.requests[3])).not.toContain('two');
    });

    it('takes older messages that are missing for trimmed, not for changed', async () => {
      count = 0;
      await using team = await echoing();
      const all = await say(team, await say(team, [], 'one'), 'two');
      await say(team, all.slice(1), 'three');
      expect(known(team.boss.requests[2]!)).toEqual(['one', '> answer 1', 'two', '> answer 2', 'three']);
    });

    it('sends a changed question once, also when it has to be sent again', async () => {
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

  it('says instructions once, and again when they change', async () => {
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

  it('tells a server that has lost the task everything that was said', async () => {
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

  it('brings everything of a message: parts, files, and what other models said', async () => {
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

  it('answers in the task it is told to answer in', async () => {
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
