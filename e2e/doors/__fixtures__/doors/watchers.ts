import { createClient } from '@posthouse/client';
import type { LogEntry } from '@posthouse/protocol';
import { TaskTape } from '../../../../apps/studio/src/moments/task-tape.ts';
import { toDialogue } from '../../../../apps/studio/src/moments/to-dialogue.ts';
import { testTerminal } from '../../../../packages/server/src/cli/__fixtures__/test-terminal.ts';
import { EXIT } from '../../../../packages/server/src/cli/exit-code.ts';
import { main } from '../../../../packages/server/src/cli/main.ts';
import type { Account } from '../account.ts';
import { authorization, type Caller, type Place, type Question, type Reply, SWARM, TOKEN } from '../door.ts';
import { type End, readEnd } from './message.ts';

const exitStatus = new Map(Object.entries(EXIT).map(([status, code]) => [code as number, status]));

/** The command `posthouse`, which prints the answer and nothing else. */
class CommandCaller implements Caller {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  ask(): Promise<Account> {
    return this.#run([]);
  }

  async reply(toReply: (question: Question) => Reply): Promise<Account> {
    const [question] = (await this.#run([])).questions!;
    const reply = toReply(question!);
    return this.#run(['--result', typeof reply === 'string' ? reply : JSON.stringify(reply)]);
  }

  async #run(more: string[]): Promise<Account> {
    const terminal = testTerminal();
    terminal.input.end();
    const { url, taskId } = this.#place;
    const code = await main(['run', '-q', '--url', url, '--api-key', TOKEN, '--task-id', taskId, ...more], terminal);
    const status = exitStatus.get(code)!;
    if (status === 'error') throw new Error(terminal.complained());
    if (status === 'cancelled') return { status };
    if (status !== 'paused') return { status, answer: terminal.said().replace(/\n$/, '') };
    const lines = [...terminal.complained().matchAll(/^waiting: (\w+)\((.*)\)$/gm)];
    const questions = lines.map(([, tool, input]) => ({
      callId: '',
      tool: tool!,
      input: JSON.parse(input!) as unknown,
    }));
    return { status, questions };
  }
}

export const toCommand = (place: Place): Caller => new CommandCaller(place);

type Watched = Pick<Place, 'url' | 'taskId'>;
/** `GET /tasks/…/events`, with our own client. */
export function toFollower({ url, taskId }: Watched): Caller {
  const client = createClient({ baseURL: url, token: TOKEN });
  return {
    ask: async () => {
      let end: End | undefined;
      for await (const { event, data } of client.follow(taskId))
        if (event === 'task_complete' || event === 'task_error') end = data as End;
      return readEnd(end!);
    },
  };
}

/** `GET /tasks/…`. */
export async function recorded({ url, taskId }: Watched): Promise<string> {
  const { status } = await createClient({ baseURL: url, token: TOKEN }).getTask(taskId);
  return status ?? '';
}

type LogPage = { head: number; entries: LogEntry[] };

type Studio = {
  /** How often each agent has called something. */
  called: Record<string, number>;
  /** Who has completed a task, or tried to: an answer is told as such, and not as a call. */
  completed: string[];
};

function completing(entry: LogEntry): string[] {
  const fact = entry.type === 'remote' ? entry.fact : entry;
  return fact.type === 'call' && fact.tool === 'task_complete' ? [entry.agent!] : [];
}

/** The studio, which keeps the log on a tape: how the run stands, and how much each agent has called. */
export async function taped({ url, taskId }: Watched): Promise<Account & Studio> {
  const tape = new TaskTape(SWARM);
  for (let head = Number.POSITIVE_INFINITY; tape.head < head;) {
    const response = await fetch(`${url}/tasks/${taskId}/log?after=${tape.head}`, { headers: authorization });
    const page = (await response.json()) as LogPage;
    tape.append(page.entries);
    ({ head } = page);
  }
  const { status, agents } = tape.at(tape.head);
  const called = Object.entries(agents).flatMap(([name, { calls }]) => (calls === 0 ? [] : [[name, calls] as const]));
  const said = toDialogue(tape.entries, tape.head).findLast(({ who }) => who === 'swarm')!;
  const completed = tape.entries.flatMap(completing);
  return {
    status,
    completed,
    called: Object.fromEntries(called),
    ...(status === 'complete' ? { answer: said.text } : {}),
  };
}
