import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { EventQueue } from '../../driving/event-queue.ts';
import type { ClaudeEvent } from '../claude-event.ts';
import type { ClaudeQueryOptions, ClaudeSDK, ClaudeUserMessage } from '../claude-sdk.ts';

/** One call of `query`, in the hands of a test. */
export interface FakeQuery {
  readonly options: ClaudeQueryOptions;
  /** What the user has sent. */
  readonly received: ClaudeUserMessage[];
  readonly events: EventQueue<ClaudeEvent>;
  readonly child: ChildProcess;
  interrupts: number;
  onInterrupt: () => void;
}

/**
 * Stands in for the Claude Agent SDK: it starts a real process as the SDK does, which only waits, and says what the test
 * wants it to say. The SDK itself is tried in `e2e/agents`.
 */
export function fakeClaudeSDK(program = 'setInterval(() => {}, 1000)'): { sdk: ClaudeSDK; queries: FakeQuery[] } {
  const queries: FakeQuery[] = [];
  const sdk: ClaudeSDK = {
    query: ({ prompt, options }) => {
      const child = options.spawnClaudeCodeProcess({
        command: process.execPath,
        args: ['-e', program],
        env: process.env,
      });
      const query: FakeQuery = {
        options,
        received: [],
        events: new EventQueue(),
        child,
        interrupts: 0,
        onInterrupt: () => undefined,
      };
      queries.push(query);
      child.once('error', (error) => query.events.fail(error));
      void once(child, 'exit').then(
        () => query.events.fail(new Error('Claude Code process exited with code 1')),
        () => undefined,
      );
      void (async () => {
        for await (const message of prompt) query.received.push(message);
        child.kill();
      })();
      return {
        [Symbol.asyncIterator]: () => query.events[Symbol.asyncIterator](),
        interrupt: async () => {
          query.interrupts += 1;
          query.onInterrupt();
        },
      };
    },
  };
  return { sdk, queries };
}
