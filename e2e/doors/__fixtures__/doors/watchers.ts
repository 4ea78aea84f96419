import { createClient } from '@posthouse/client';
import type { LogEntry } from '@posthouse/protocol';
import type { EntryLine } from '../../../../apps/studio/src/moments/entry-line.ts';
import { lineOf } from '../../../../apps/studio/src/moments/filter-entries.ts';
import { TaskTape } from '../../../../apps/studio/src/moments/task-tape.ts';
import { toDialogue } from '../../../../apps/studio/src/moments/to-dialogue.ts';
import { testTerminal } from '../../../../packages/server/src/cli/__fixtures__/test-terminal.ts';
import { EXIT } from '../../../../packages/server/src/cli/exit-code.ts';
import { main } from '../../../../packages/server/src/cli/main.ts';
import { type Account, type Call, toCalled, toGot } from '../account.ts';
import { authorization, type Caller, type Place, type Question, type Reply, SWARM, TOKEN } from '../door.ts';
import { FramesDraft } from './frames.ts';
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
  // On a bad road a connection may break again and again before it has brought anything.
  const client = createClient({ baseURL: url, token: TOKEN, retries: 20 });
  return {
    ask: async () => {
      const draft = new FramesDraft();
      let end: End | undefined;
      for await (const frame of client.follow(taskId)) {
        draft.read(frame);
        if (frame.event === 'task_complete' || frame.event === 'task_error') end = frame.data as End;
      }
      return draft.toAccount(readEnd(end!));
    },
  };
}

/** `GET /tasks/…`. */
export async function recorded({ url, taskId }: Watched): Promise<string> {
  const { status } = await createClient({ baseURL: url, token: TOKEN }).getTask(taskId);
  return status ?? '';
}

type LogPage = { head: number; entries: LogEntry[] };

/** What the studio has for whoever opens the task: how the run stands, and how much each agent has called and written. */
export type Studio = {
  status: string;
  answer: string;
  /** How often each agent has called something, and what, line by line; that which completes a task is a call here. */
  counts: Record<string, number>;
  called: string[];
  got: string[];
  /** All that an agent has written, in its lines. */
  written: Record<string, string>;
};

/** The studio, which keeps the log on a tape. */
export async function taped({ url, taskId }: Watched): Promise<Studio> {
  const tape = new TaskTape(SWARM);
  for (let head = Number.POSITIVE_INFINITY; tape.head < head;) {
    const response = await fetch(`${url}/tasks/${taskId}/log?after=${tape.head}`, { headers: authorization });
    const page = (await response.json()) as LogPage;
    tape.append(page.entries);
    ({ head } = page);
  }
  const { status, agents } = tape.at(tape.head);
  const counts = Object.entries(agents).flatMap(([name, { calls }]) => (calls === 0 ? [] : [[name, calls] as const]));
  const said = toDialogue(tape, tape.head).findLast(({ who }) => who === 'swarm')!;
  const lines = tape.entries.map(lineOf);
  const calls = lines.filter(({ kind }) => kind === 'call');
  const written: Record<string, string> = {};
  for (const { kind, who, detail } of lines) if (kind === 'text') written[who] = `${written[who] ?? ''} ${detail}`;
  return {
    status,
    counts: Object.fromEntries(counts),
    called: calls.flatMap(toStudioCalled).toSorted(),
    got: toGot(calls.flatMap(toStudioGot)),
    written,
    answer: said.text,
  };
}

function toStudioCalled({ who: agent, title, detail: input }: EntryLine): string[] {
  const [, tool] = /^calls (\w+)$/.exec(title) ?? [];
  return tool === undefined ? [] : [toCalled({ agent, tool, input })];
}

function toStudioGot({ who: agent, title, detail: result }: EntryLine): Omit<Call, 'input'>[] {
  const [, tool] = /^(\w+): [\w-]+$/.exec(title) ?? [];
  return tool === undefined ? [] : [{ agent, tool, result }];
}

/** A run as the command prints it for people who want to see everything: each text in one line. */
export async function printed({ url, taskId }: Watched): Promise<Account> {
  const terminal = testTerminal();
  terminal.input.end();
  await main(['run', '-v', '--url', url, '--api-key', TOKEN, '--task-id', taskId], terminal);
  const [thoughts, retracted, called]: string[][] = [[], [], []];
  const got: Omit<Call, 'input'>[] = [];
  let call: { agent: string; tool: string } | undefined;
  for (const line of terminal.said().split('\n')) {
    const [, thinker, words, end] = /^(\S+) (?:thinks|says): (.*?)( \(retracted\))?$/.exec(line) ?? [];
    if (thinker !== undefined) (end === undefined ? thoughts : retracted)!.push(`${thinker}: ${words!}`);
    const [, agent, tool, input] = /^(\S+) (?:calls|runs) (\w+)\((.*)\)$/.exec(line) ?? [];
    if (agent !== undefined) {
      call = { agent, tool: tool! };
      called!.push(toCalled({ ...call, input }));
    }
    const [, ofTool, ofAgent, result] = /^ {4}(?:(\w+) of (\S+): )?(.*)$/.exec(line) ?? [];
    if (result !== undefined)
      got.push({ ...(ofTool === undefined ? call! : { agent: ofAgent!, tool: ofTool }), result });
  }
  return {
    status: await recorded({ url, taskId }),
    thoughts: thoughts!.toSorted(),
    retracted: retracted!.toSorted(),
    called: called!.toSorted(),
    got: toGot(got),
  };
}
