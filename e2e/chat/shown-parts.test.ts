import { newsToChunks } from '@posthouse/chat';
import { shownParts } from '@posthouse/client/chat';
import { expect, test } from 'vitest';
import { type AiSdkName, aiSdks, readWith } from '../../packages/agents/src/__fixtures__/ai-sdk-readers.ts';
import { finishRun } from '../../packages/agents/src/writing/finish-run.ts';
import { startRunState } from '../../packages/agents/src/writing/run-state.ts';
import { RunWriter } from '../../packages/agents/src/writing/run-writer.ts';

/** An answer in which everything that can be taken back is taken back once, as adapters write it. */
function writeAnswer() {
  const writer = new RunWriter(startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 }));
  writer.text({ id: 'first', kind: 'text', delta: 'A tale that is cut' });
  writer.retract('first');
  writer.text({ id: 'thought', kind: 'reasoning', delta: 'Perhaps a poem?' });
  writer.retract('thought');
  writer.text({ id: 'second', kind: 'text', delta: 'Another tale.' });
  writer.endText('second');
  writer.retract('second');
  writer.agent({ toolCallId: 'c', name: 'helper', status: 'running' });
  writer.agentText({ toolCallId: 'c', partId: 'a', kind: 'text', text: 'I looked here.', isDone: true });
  writer.agentText({ toolCallId: 'c', partId: 'b', kind: 'text', text: 'And here.', retracted: true });
  // The same id again, as agent programs use it that try again.
  writer.text({ id: 'second', kind: 'text', delta: 'The tale.' });
  const { news, state } = writer.done();
  return [...news, ...finishRun(state, { outcome: 'ended' })].flatMap(newsToChunks);
}

test.each(Object.keys(aiSdks) as AiSdkName[])(
  'a message read by AI SDK %s is shown without retracted parts, and otherwise whole and in order',
  async (sdk) => {
    const { message, errors } = await readWith(sdk, writeAnswer());
    expect(errors).toEqual([]);
    const texts = message!.parts.flatMap((part) => ('text' in part ? part.text : []));
    expect(texts).toEqual(['A tale that is cut', 'Perhaps a poem?', 'Another tale.', 'The tale.']);
    expect(shownParts(message!)).toMatchObject([
      { type: 'step-start' },
      { type: 'data-agent', data: { name: 'helper' } },
      { type: 'data-agent-part', data: { part: { text: 'I looked here.' } } },
      { type: 'text', text: 'The tale.' },
    ]);
  },
);
