/** The model of `bench/soak.ts`: does what the first word of the newest mail says. */
import { readMail, type ScriptedTurn, startScriptedLLM } from '@posthouse/testkit';
import { answerParent } from '../server/answer-parent.ts';

const LINES = 'The quick brown fox jumps over the lazy dog, again and again. '.repeat(8);
const call = (name: string, input: object): ScriptedTurn => ({ toolCalls: [{ name, input }] });

const TURNS: Record<string, () => ScriptedTurn> = {
  act: () => call('look_up', { word: 'fox' }),
  write: () => ({ ...call('task_complete', { finish_message: LINES }), chunkSize: 24, delayMs: 2 }),
  // Nobody waits for the end of it.
  dawdle: () => ({ text: LINES, chunkSize: 4, delayMs: 100 }),
  peer: () => call('send_request', { target: 'boss@beta', subject: 'Help', body: 'write a line' }),
};

const llm = await startScriptedLLM({
  script: ({ messages }) => {
    const word = readMail(messages.at(-1)?.text ?? '')
      .mail.at(-1)
      ?.body.split(' ')[0];
    const turn = TURNS[word ?? ''];
    return turn === undefined ? call('task_complete', { finish_message: 'done' }) : turn();
  },
  // A soak asks more often than anybody wants to read.
  log: () => undefined,
});

answerParent({ address: () => ({ url: llm.url }) }, () => llm.close());
