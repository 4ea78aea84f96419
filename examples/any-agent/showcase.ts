import { type AgentScript, type AgentStep, createScriptedAdapter } from '@posthouse/agents';

/** Long enough to be watched, stopped and resumed. */
export const STORY = Array.from({ length: 60 }, (_, index) => `On day ${index + 1} the post came late.`).join(' ');

/** What an agent without a program does: a little of everything that a page has to show. */
const script: AgentScript = function* ({ text }): Generator<AgentStep> {
  yield { think: 'Somebody wants to see how this looks.', delayMs: 20 };
  if (/story/i.test(text)) {
    yield { say: STORY, delayMs: 60 };
    return;
  }
  if (/fail/i.test(text)) {
    yield { fail: 'The program has given up.' };
    return;
  }
  yield { say: 'I look around first. ', delayMs: 20 };
  yield { call: 'list_files', input: { folder: '.' }, output: ['letters.txt', 'stamps.txt'], delayMs: 50 };
  if (/delegate/i.test(text)) {
    yield {
      delegate: 'Read the letters.',
      name: 'reader',
      steps: [
        { think: 'There are many of them.' },
        { call: 'read', input: { file: 'letters.txt' }, output: 'Dear Ada, …' },
        { say: 'They are all for Ada.' },
      ],
      output: 'They are all for Ada.',
    };
    yield { say: 'My reader says that all letters are for Ada.', delayMs: 20 };
  } else if (/permission/i.test(text)) {
    yield { call: 'send_letter', input: { to: 'Ada' }, output: { sent: true }, approval: true };
    yield { say: 'That is done.', delayMs: 20 };
  } else {
    yield { say: `There are two files. You said: ${text}`, delayMs: 20 };
  }
  yield { usage: { inputTokens: text.length + 400, outputTokens: 40 } };
};

/** The agent for those who have none installed. */
export const showcase = createScriptedAdapter({ script });
