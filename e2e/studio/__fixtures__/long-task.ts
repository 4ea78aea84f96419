import type { NewEntry } from '@posthouse/protocol';
import type { RunningServer } from '@posthouse/server';
import type { TaskKey } from '@posthouse/store';

/** At most so many entries are written at once. */
const BATCH = 500;

/** A task of the swarm `desk` that is as long as one wishes, and still goes on. Nobody works on it: entries are written as they are. */
export class LongTask {
  #length = 1;
  readonly #server: RunningServer;
  readonly #key: TaskKey;

  private constructor(server: RunningServer, key: TaskKey) {
    this.#server = server;
    this.#key = key;
  }

  static async begin(server: RunningServer, taskId: string): Promise<LongTask> {
    const owner = { swarm: 'desk', role: 'user' as const, id: 'dev-user' };
    const { store } = server.served;
    await store.commit({ task: { owner, taskId }, entries: [{ run: 1, type: 'run-started', answerId: 'a' }] });
    const { key } = (await store.find(owner, taskId))!;
    return new LongTask(server, key);
  }

  /** How many entries it has. */
  get length(): number {
    return this.#length;
  }

  async grow(count: number, { pauseMs = 0 }: { pauseMs?: number } = {}): Promise<void> {
    for (let left = count; left > 0;) {
      const entries = Array.from({ length: Math.min(BATCH, left) }, (_, index) => toEntry(this.#length + index));
      await this.#server.served.store.commit({ task: this.#key, entries });
      this.#length += entries.length;
      left -= entries.length;
      if (pauseMs > 0) {
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs);
        });
      }
    }
  }
}

/** Two agents write to each other and calculate, over and over. */
function toEntry(number: number): NewEntry {
  const [agent, other] = number % 10 < 5 ? ['desk', 'math'] : ['math', 'desk'];
  const callId = `c${Math.floor(number / 5)}`;
  const at = { run: 1, agent, turn: Math.floor(number / 5) + 1 };
  switch (number % 5) {
    case 0:
      return { ...at, type: 'call', callId, tool: 'add', input: { a: number, b: 3 }, kind: 'action' };
    case 1:
      return { ...at, type: 'usage', model: 'm', usage: { inputTokens: 9, outputTokens: 4 } };
    case 2:
      return {
        ...at,
        type: 'call-ended',
        callId,
        tool: 'add',
        kind: 'action',
        result: { status: 'success', content: number + 3 },
      };
    case 3:
      return { ...at, type: 'notice', code: 'note', text: `entry ${number} of many` };
    default:
      return { ...at, type: 'message', to: other, message: toMail(agent, other, number) };
  }
}

function toMail(from: string, to: string, number: number): (NewEntry & { type: 'message' })['message'] {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    timestamp: '2026-03-01T08:00:00.000Z',
    msgType: 'request',
    message: {
      taskId: 'long',
      requestId: '00000000-0000-4000-8000-000000000000',
      sender: { addressType: 'agent', address: from },
      recipient: { addressType: 'agent', address: to },
      subject: `Sum ${number}`,
      body: `Please add ${number} and 3.`,
    },
  };
}
