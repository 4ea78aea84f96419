/** A model behind HTTP that completes every task with a streamed answer, for `bench/server.ts`. */
import { startScriptedLLM } from '@posthouse/testkit';
import { answerParent } from './answer-parent.ts';

const answer = 'The quick brown fox jumps over the lazy dog, again and again. '.repeat(4);
const llm = await startScriptedLLM({
  script: () => ({ toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }] }),
});

answerParent({ address: () => ({ url: llm.url, token: '' }) }, () => llm.close());
