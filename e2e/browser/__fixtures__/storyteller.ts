import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import { agent, swarm } from '@posthouse/runtime';
import { call, readMail, type ScriptedMessage } from '@posthouse/runtime/scripted';
import { HeldModel, PIECE } from './held-model.ts';

/** No two stories are the same, and one of which a piece is lost or comes twice is none. A long one takes many frames. */
export function storyOf(number: number, asked: string): string {
  const lines = Array.from({ length: asked.includes('long') ? 400 : 12 }, (_, line) => `line ${line + 1}`);
  return `Story ${number}, as you said “${asked}”: ${lines.join(', ')}.`;
}

/** Somebody who tells stories, piece by piece when the test allows it. */
export type Storyteller = {
  readonly name: 'swarm' | 'agent';
  /** What an address of the page has to say for a conversation with them. */
  readonly search: string;
  /** How many stories were asked for. */
  readonly asked: number;
  /** How many texts a whole story is told in; the last one is by far the longest. */
  readonly texts: number;
  /** What of a story is written after so many pieces. */
  after(pieces: number, story: string): string;
  /** What it was given with its newest request. An agent has its own memory, and is given only what is new. */
  given(): string[];
  /** How its newest request came to an end, once it has. */
  ending(): Promise<string>;
};

/** A swarm that writes one text, and an agent that clears its throat twice before it does. Both tell a story whatever they are told. */
export function openStorytellers() {
  const held = new HeldModel(({ index, messages }) => {
    const { mail } = readMail(messages.at(-1)!.text);
    return { content: [call('task_complete', { finish_message: storyOf(index, mail.at(-1)!.body) })] };
  });
  const { requests } = held.model;
  const teller: Storyteller = {
    name: 'swarm',
    search: '',
    texts: 1,
    get asked() {
      return requests.length;
    },
    after: (pieces, story) => story.slice(0, pieces * PIECE - '{"finish_message":"'.length),
    given: () => requests.at(-1)!.messages.flatMap(toLines),
    ending: () => requests.at(-1)!.closed,
  };

  const turns: string[] = [];
  const endings: PromiseWithResolvers<string>[] = [];
  const script: AgentScript = async function* ({ text, signal }) {
    const story = storyOf(turns.length, text);
    turns.push(text);
    const ending = Promise.withResolvers<string>();
    endings.push(ending);
    signal.addEventListener('abort', () => ending.resolve('client-closed'));
    async function* write(from: number, to: number) {
      for (let start = from * PIECE; start < Math.min(to * PIECE, story.length); start += PIECE) {
        await held.pass(signal);
        yield story.slice(start, start + PIECE);
      }
    }
    yield { say: write(0, 1) };
    yield { say: write(1, 2) };
    yield { say: write(2, Infinity) };
    ending.resolve('finished');
  };
  const registry = new AgentRegistry();
  registry.register('bard', createScriptedAdapter({ script }));
  const bard: Storyteller = {
    name: 'agent',
    search: '?agent=bard',
    texts: 3,
    get asked() {
      return turns.length;
    },
    after: (pieces, story) => story.slice(0, pieces * PIECE),
    given: () => [`user: ${turns.at(-1)}`],
    ending: () => endings.at(-1)!.promise,
  };

  const definition = swarm({
    name: 'tales',
    version: '1.0.0',
    entrypoint: 'teller',
    agents: [
      agent({ name: 'teller', model: held.model, commTargets: [], enableEntrypoint: true, canCompleteTasks: true }),
    ],
  });
  return { definition, registry, held, teller, bard };
}

/** A message of a prompt as a page shows it. That a story was told with a call, and that the call went well, is left out. */
function toLines({ role, text, toolCalls, toolResults }: ScriptedMessage): string[] {
  return [
    ...readMail(text).mail.map(({ fromType, body }) => `${fromType}: ${body}`),
    ...(role === 'assistant' && text !== '' ? [`assistant: ${text}`] : []),
    ...toolCalls.map(({ name, input }) =>
      name === 'task_complete' ? `assistant: ${(input as { finish_message: string }).finish_message}` : name,
    ),
    ...toolResults.map(({ text: result }) => result).filter((result) => result !== 'SUCCESS: task completed'),
  ];
}
