import { Readable } from 'node:stream';
import type { Store } from '@posthouse/store';
import { action } from '../../definitions/action.ts';
import { agent } from '../../definitions/agent.ts';
import { defineSwarm } from '../../definitions/define-swarm.ts';
import { SwarmInstance } from '../../instance/swarm-instance.ts';
import { call, scripted, type ScriptedRequest } from '../../scripted/index.ts';

/** An editor who looks things up, asks a writer, asks a person, and then answers. */
export async function openNewsroom(store: Store) {
  const requests: { agent: string; request: ScriptedRequest }[] = [];
  const lookUp = action({
    name: 'look_up',
    description: 'Looks something up.',
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    execute: ({ what }: { what?: string }) => `all about ${what ?? 'nothing'}`,
  });
  const askHuman = action({
    name: 'ask_human',
    description: 'Asks a person.',
    parameters: { type: 'object', properties: { q: { type: 'string' } } },
    execute: () => 'nobody should run this',
  });
  const editor = scripted((request) => {
    requests.push({ agent: 'editor', request });
    const last = newsOf(request);
    // Says a word and then nothing for as long as the test takes.
    if (last.includes('hang')) return { text: 'I am thinking', firstDelayMs: 0, chunkSize: 4, delayMs: 3_600_000 };
    if (last.includes('the news')) {
      return { content: [{ type: 'text', text: 'Let me see.' }, call('look_up', { what: 'ships' })] };
    }
    if (last.includes('all about')) {
      return { content: [call('send_request', { target: 'writer', subject: 'ships', body: 'a line, please' })] };
    }
    if (last.includes('A ship came in')) return { content: [call('ask_human', { q: 'print it?' })] };
    return {
      content: [call('task_complete', { finish_message: `printed after ${request.messages.length} messages` })],
    };
  });
  const writer = scripted((request) => {
    requests.push({ agent: 'writer', request });
    return { content: [call('send_response', { target: 'editor', subject: 'ships', body: 'A ship came in.' })] };
  });
  const definition = defineSwarm({
    name: 'newsroom',
    version: '1.0.0',
    entrypoint: 'editor',
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'editor',
        model: editor,
        commTargets: ['writer'],
        actions: [lookUp, askHuman],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ name: 'writer', model: writer, commTargets: ['editor'] }),
    ],
  });
  const instance = await SwarmInstance.open(definition, { store, userId: 'alice' });
  return { instance, requests };
}

/** What the model was told since it last said something. */
function newsOf({ messages }: ScriptedRequest): string {
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1));
}

/** Everything that a model was given, apart from when the newest message was written. */
export function toldTo({ system, messages, tools }: ScriptedRequest): string {
  const last = messages.at(-1)!;
  const text = last.text.replaceAll(/(?<=boundary=")\w+|(?<=timestamp: ).*/g, '…');
  return JSON.stringify({ system, tools, messages: [...messages.slice(0, -1), { ...last, text }] });
}

/** Lets the newsroom work on a task: mail between agents, an action, a pause and its answer, another run. */
export async function work(instance: SwarmInstance, taskId: string): Promise<void> {
  const paused = await instance.postMessage({ taskId, body: 'the news, please', idempotencyKey: 'first' });
  const [open] = paused.calls ?? [];
  const given = await instance.resume(taskId, [{ callId: open!.callId, content: 'yes' }]);
  await instance.answer(given);
  await instance.postMessage({ taskId, body: 'thank you', idempotencyKey: 'second' });
}

export async function toText(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** A file in memory, in chunks that end anywhere. */
export function sourceOf(text: string, size = 1_000): () => AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  return () =>
    Readable.from(
      (function* () {
        for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
      })(),
    );
}
