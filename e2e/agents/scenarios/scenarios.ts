import { say, type ScriptedPart, type ScriptedTurn } from '@posthouse/runtime/scripted';
import type { ProgramProfile } from './profile.ts';
import type { Scenario, ScenarioMaker } from './scenario.ts';

const PROMPT = 'Please do it.';
const hello: ScriptedTurn = { text: 'All is well.' };
const PAGES = [
  { url: 'https://example.com/a', title: 'Page A' },
  { url: 'https://example.com/b', title: 'Page B' },
];
const FOUND: ScriptedPart = { type: 'web-search', query: 'a post office', results: PAGES };

/** Every conversation that the agent programs are tried with. */
export const scenarios: Readonly<Record<string, ScenarioMaker>> = {
  basic: (profile) => ({
    name: 'basic',
    prompts: [PROMPT],
    script: [
      {
        reasoning: 'I should run the command first.',
        text: 'Let me run a command.',
        toolCalls: [profile.shell('echo hi-from-tool')],
      },
      { text: 'The tool said hi.' },
    ],
  }),

  'text only': () => ({ name: 'text only', prompts: [PROMPT], script: [hello] }),

  'two runs': () => ({
    name: 'two runs',
    prompts: [PROMPT, 'And again.'],
    script: [{ text: 'The first answer.' }, { text: 'The second answer.' }],
  }),

  'parallel calls': (profile) => ({
    name: 'parallel calls',
    prompts: [PROMPT],
    script: [
      { text: 'Two at once.', toolCalls: [profile.shell('sleep 0.3; echo slow'), profile.shell('echo fast')] },
      { text: 'Both are done.' },
    ],
  }),

  'tool error': (profile) => ({
    name: 'tool error',
    prompts: [PROMPT],
    script: [{ text: 'Trying.', toolCalls: [profile.failing] }, { text: 'It did not work.' }],
  }),

  'unknown tool': () => ({
    name: 'unknown tool',
    prompts: [PROMPT],
    script: [
      { text: 'Calling it.', toolCalls: [{ name: 'no_such_tool', input: { a: 1 } }] },
      { text: 'There is no such tool.' },
    ],
  }),

  '429 then ok': () => ({
    name: '429 then ok',
    prompts: [PROMPT],
    script: [{ fault: { kind: 'http', status: 429, retryAfter: 0 } }, hello],
  }),

  '500': () => ({
    name: '500',
    prompts: [PROMPT],
    script: () => ({ fault: { kind: 'http', status: 500, message: 'the model is on fire', retryAfter: 0 } }),
  }),

  'wrong key': () => ({
    name: 'wrong key',
    prompts: [PROMPT, 'And now?'],
    script: ({ messages }) =>
      messages.findLast(({ role }) => role === 'user')?.text.includes('And now?')
        ? hello
        : { fault: { kind: 'http', status: 401, message: 'that key is not known' } },
  }),

  'dropped stream': () => ({
    name: 'dropped stream',
    prompts: [PROMPT],
    script: [
      // Slowly, so that what was sent has arrived when the connection is gone.
      {
        text: 'This answer breaks off in the middle.',
        chunkSize: 8,
        delayMs: 60,
        fault: { kind: 'dropped-socket', afterChunks: 3 },
      },
      { text: 'This answer is whole.' },
    ],
  }),

  'broken stream': () => ({
    name: 'broken stream',
    prompts: [PROMPT],
    script: [
      {
        reasoning: 'Thinking in vain.',
        text: 'This answer is never finished.',
        chunkSize: 8,
        delayMs: 60,
        fault: { kind: 'error-event', afterChunks: 5, message: 'the model fell over' },
      },
      { reasoning: 'Thinking again.', text: 'This answer is finished.' },
    ],
  }),

  'cut off': () => ({
    name: 'cut off',
    prompts: [PROMPT],
    // Some ask for the rest, several times.
    script: () => ({ text: 'This answer is too lo', finishReason: 'length' }),
  }),

  'stop in text': ({ tellsLate }) => ({
    name: 'stop in text',
    prompts: [PROMPT, 'And now?'],
    ...(tellsLate?.includes('text') ? { stopAtRequest: true } : { stopAt: /word-4/ }),
    script: [{ text: words(400), chunkSize: 7, delayMs: 25 }, { text: 'A new answer.' }],
  }),

  'stop in a tool': (profile) => ({
    name: 'stop in a tool',
    prompts: [PROMPT, 'And now?'],
    // The output, not the command: OpenCode shows the command when nothing has started yet.
    ...(profile.tellsLate?.includes('output') ? { stopAtFile: 'started' } : { stopAt: /started-5/ }),
    script: [
      { text: 'A long one.', toolCalls: [profile.shell('touch started; echo started-$((2+3)); sleep 60')] },
      { text: 'A new answer.' },
    ],
  }),

  killed: ({ isInProcess }) =>
    isInProcess === true
      ? undefined
      : {
          name: 'killed',
          prompts: [PROMPT, 'And now?'],
          stopAtRequest: true,
          kills: true,
          script: [{ text: words(400), chunkSize: 7, delayMs: 25 }, { text: 'A new answer.' }],
        },

  resume: () => ({
    name: 'resume',
    resume: true,
    prompts: ['My name is Ada.', 'What is my name?'],
    script: [
      { text: 'Hello, Ada.' },
      { text: 'Your name is Ada.', expect: ({ messages }) => expectText(messages, 'My name is Ada.') },
    ],
  }),

  'approved call': (profile) => asking(profile, { approved: true }),
  'denied call': (profile) => asking(profile, { approved: false, reason: 'Not today.' }),

  'big output': (profile) => ({
    name: 'big output',
    prompts: [PROMPT],
    script: [
      { text: 'Much.', toolCalls: [profile.shell(`head -c 10000000 /dev/zero | tr '\\0' a`)] },
      { text: 'That was much.' },
    ],
  }),

  'server search': ({ search }) =>
    search && {
      name: 'server search',
      prompts: [PROMPT],
      script: [{ content: [say('I look it up.'), FOUND, { ...say('It is there.'), citations: [PAGES[0]!] }] }],
    },

  'own search': ({ search }) =>
    search && {
      name: 'own search',
      prompts: [PROMPT],
      // The tool asks the model server by itself, with nothing but the search.
      script: ({ messages, tools }) => {
        if (tools.length === 1) return { content: [FOUND, say('Two pages.')] };
        const isFound = messages.some(({ role }) => role === 'tool');
        return isFound ? { text: 'It is there.' } : { text: 'I look it up.', toolCalls: [search('a post office')] };
      },
    },

  'structured output': ({ structured }) => {
    const properties = { answer: { type: 'string' } };
    const asked = structured?.({ answer: 'forty-two' }, { type: 'object', properties, required: ['answer'] });
    return (
      asked && {
        name: 'structured output',
        prompts: [PROMPT],
        options: asked.options,
        script: [
          { text: 'Let me see.', toolCalls: [{ ...asked.call, input: { wrong: 1 } }] },
          { toolCalls: [asked.call] },
        ],
      }
    );
  },

  subagent: (profile) => delegating(profile, 1),
  'two subagents': (profile) => delegating(profile, 2),

  'subagent asks': (profile) => {
    const scenario = delegating(profile, 1, true);
    return scenario && { ...scenario, name: 'subagent asks', permission: 'ask', answer: { approved: true } };
  },
};

function asking(profile: ProgramProfile, answer: { approved: boolean; reason?: string }): Scenario {
  const { shell, guarded = shell } = profile;
  return {
    name: answer.approved ? 'approved call' : 'denied call',
    prompts: [PROMPT],
    permission: 'ask',
    answer,
    script: [
      { text: 'May I?', toolCalls: [guarded('echo allowed-$((2+3))')] },
      { text: answer.approved ? 'Thank you.' : 'Then not.' },
    ],
  };
}

function delegating(profile: ProgramProfile, count: number, isAsking = false): Scenario | undefined {
  const { delegate, isNested, shell, guarded = shell } = profile;
  if (delegate === undefined || isNested === undefined) return undefined;
  const command = isAsking ? guarded : shell;
  const jobs = Array.from({ length: count }, (_, index) => delegate(`SUBTASK ${index + 1}: look around.`));
  return {
    name: count === 1 ? 'subagent' : 'two subagents',
    prompts: [PROMPT],
    script: ({ messages }) => {
      // Some put a message of their own behind the results.
      const results = messages.findLast(({ role }) => role === 'tool')?.toolResults;
      const answered = results !== undefined;
      if (isNested(messages.map(({ text }) => text).join('\n'))) {
        return answered ? { text: 'Nested report.' } : { text: 'Nested work.', toolCalls: [command('echo nested')] };
      }
      if (!answered) return { text: 'I delegate.', toolCalls: jobs };
      const wait = profile.collect?.(results.map(({ text }) => text));
      return wait === undefined ? { text: 'I have the report.' } : { toolCalls: [wait] };
    },
  };
}

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `word-${index}`).join(' ');
}

function expectText(messages: readonly { text: string }[], text: string): void {
  if (!messages.some((message) => message.text.includes(text))) throw new Error(`The model was not told: ${text}`);
}
