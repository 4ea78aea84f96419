/** A model behind HTTP that completes every task with a streamed answer, for `bench/server.ts`. */
import { startScriptedLLM } from '@posthouse/testkit';
import { answerParent } from './answer-parent.ts';

/** How long it takes to begin, in milliseconds. */
const [thinks = '2'] = process.argv.slice(2);
const answer = 'The quick brown fox jumps over the lazy dog, again and again. '.repeat(4);
const llm = await startScriptedLLM({
  // One that writes its whole answer at once has no first piece: it is in the log before anybody could be shown one.
  script: () => ({
    toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }],
    chunkSize: 24,
    delayMs: 2,
    firstDelayMs: Number(thinks),
  }),
});

answerParent({ address: () => ({ url: llm.url, token: '' }) }, () => llm.close());
