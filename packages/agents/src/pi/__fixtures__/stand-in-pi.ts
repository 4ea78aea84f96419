import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PiEvent, PiMessage } from '../pi-event.ts';
import type { PiAgent, PiAgentOptions } from '../pi-module.ts';

type Say = (event: PiEvent) => Promise<void>;

/** What a stand-in agent does when it is prompted. `signal` aborts when it is stopped. */
export type StandInPlay = (context: {
  say: Say;
  signal: AbortSignal;
  options: PiAgentOptions;
  text: string;
}) => Promise<void>;

/** An agent with pi's interface and none of its models. */
export function standInAgent(options: PiAgentOptions, play: StandInPlay): PiAgent {
  const listeners: ((event: PiEvent) => Promise<void> | void)[] = [];
  let running = Promise.resolve();
  let stopping = new AbortController();
  const say: Say = async (event) => {
    for (const listener of listeners) await listener(event);
  };
  return {
    state: { messages: options.initialState.messages },
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    prompt: (message) => {
      stopping = new AbortController();
      const [content] = message.content;
      const text = content?.type === 'text' ? content.text : '';
      running = (async () => {
        await say({ type: 'agent_start' });
        await say({ type: 'message_end', message });
        await play({ say, signal: stopping.signal, options, text });
      })();
      return running;
    },
    abort: () => stopping.abort(),
    waitForIdle: () => running,
  };
}

/** A complete message of the model. */
export async function answer(say: Say, text: string): Promise<void> {
  const message: PiMessage = { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' };
  await say({ type: 'message_start', message: { role: 'assistant', content: [] } });
  await say({ type: 'message_end', message });
}

/** A folder with the packages of pi in its `node_modules`, as far as we use them. */
export function standInPackages(scopes: readonly string[]): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-pi-'));
  const put = (path: string, manifest: object, source: string): void => {
    const at = join(folder, 'node_modules', path);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name: path, type: 'module', ...manifest }));
    writeFileSync(join(at, 'index.js'), source);
  };
  for (const scope of scopes) {
    put(
      `${scope}/pi-agent-core`,
      { main: './index.js' },
      `export class Agent {
        constructor(options) { this.options = options; this.state = { messages: options.initialState.messages }; this.listeners = []; }
        subscribe(listener) { this.listeners.push(listener); return () => {}; }
        async prompt(message) {
          const { model } = this.options.initialState;
          const content = [{ type: 'text', text: ['${scope}', model.provider, model.id, model.api, model.baseUrl, this.options.getApiKey(model.provider), typeof this.options.streamFn].join(' ') }];
          for (const event of [
            { type: 'message_end', message },
            { type: 'message_start', message: { role: 'assistant', content: [] } },
            { type: 'message_end', message: { role: 'assistant', content, stopReason: 'stop' } },
          ]) for (const listener of this.listeners) await listener(event);
        }
        abort() {}
        async waitForIdle() {}
      }`,
    );
    const exports =
      scope === '@earendil-works' ? { './compat': { import: './index.js' } } : { '.': { import: './index.js' } };
    put(
      `${scope}/pi-ai`,
      { exports },
      `export const streamSimple = (...given) => given;
      export const getModel = (provider, id) => provider === 'known' ? { provider, id, name: id, api: 'anthropic-messages', baseUrl: 'https://known.example' } : undefined;
      export const getEnvApiKey = (provider) => 'key of ' + provider;`,
    );
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
