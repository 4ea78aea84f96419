import { RunReader, type Telling } from '@posthouse/protocol';
import { BoundedEventParser } from '../../../../packages/client/src/sse/bounded-event-parser.ts';
import { toFrames } from '../../../../packages/server/src/__fixtures__/read-frames.ts';
import { type Account, AccountDraft } from '../account.ts';
import {
  authorization,
  type Caller,
  type Door,
  type Given,
  headersOf,
  type Place,
  type Question,
  type Reply,
} from '../door.ts';
import { FramesDraft } from './frames.ts';

type Stream = false | true | 'tokens' | 'tellings';

/** Posts the question, or the results that the run waits for. */
export function post(place: Place, stream: Stream, results?: Given[]): Promise<Response> {
  const { url, taskId, question, tools } = place;
  const work =
    results === undefined
      ? { body: question, tools }
      : { resume_from: 'breakpoint_tool_call', kwargs: { tool_results: results } };
  const headers = results === undefined ? headersOf(place) : authorization;
  const body = JSON.stringify({ ...work, task_id: taskId, ...(stream === false ? { show_events: true } : { stream }) });
  return fetch(`${url}/message`, { method: 'POST', headers, body });
}

/** Whoever is told all of a run once more with every reply. */
function callerOf(ask: (results?: Given[]) => Promise<Account>): Caller {
  let last: Account;
  return {
    ask: async () => (last = await ask()),
    reply: async (toReply) => {
      const results = last.questions!.map((each) => ({ call_id: each.callId, content: toReply(each) }));
      return (last = await ask(results));
    },
  };
}

export type End = { response: string; status: string };

/** What MAIL says at the end: an answer, or the calls that wait. */
export function readEnd({ response, status }: End): Account {
  if (status === 'cancelled') return { status };
  if (status !== 'paused') return { status, answer: response };
  const calls = JSON.parse(response) as { call_id: string; name: string; arguments: string }[];
  const questions = calls.map(({ call_id: callId, name: tool, arguments: input }): Question => {
    return { callId, tool, input: JSON.parse(input) };
  });
  return { status, questions };
}

type Whole = End & { events: { event: string; data: unknown; id?: string }[] };

const whole: Door = {
  name: '/message',
  open: (place) => {
    const draft = new FramesDraft();
    return callerOf(async (results) => {
      const { events, ...end } = (await (await post(place, false, results)).json()) as Whole;
      for (const frame of events) draft.readWire(frame);
      return draft.toAccount(readEnd(end));
    });
  },
};

const streamed = (stream: true | 'tokens'): Door => ({
  name: stream === true ? '/message, streamed' : '/message, with tokens',
  open: (place) => {
    const draft = new FramesDraft();
    return callerOf(async (results) => {
      const frames = toFrames(await (await post(place, stream, results)).text());
      for (const frame of frames) draft.readWire(frame);
      const { data } = frames.findLast(({ event }) => event === 'task_complete' || event === 'task_error')!;
      return draft.toAccount(readEnd(data as End));
    });
  },
});

/** Reads tellings over as many connections as it takes. */
export class TellingsCaller implements Caller {
  readonly #place: Place;
  readonly #reader = new RunReader();
  readonly #draft = new AccountDraft();
  /** Where to come back to. */
  #path: string | undefined;
  #last: Telling | undefined;

  constructor(place: Place, path?: string) {
    this.#place = place;
    this.#path = path;
  }

  async ask(): Promise<Account> {
    return this.#read(() => post(this.#place, 'tellings'));
  }

  async reply(toReply: (question: Question) => Reply): Promise<Account> {
    const results = this.#questions().map((each) => ({ call_id: each.callId, content: toReply(each) }));
    this.#path = undefined;
    return this.#read(() => post(this.#place, 'tellings', results));
  }

  async #read(begin: () => Promise<Response>): Promise<Account> {
    for (this.#last = undefined; !this.#isTold;) {
      this.#reader.begin();
      try {
        const response = await (this.#path === undefined
          ? begin()
          : fetch(`${this.#place.url}${this.#path}`, { headers: authorization }));
        if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
        await this.#take(response);
      } catch (error) {
        // A connection that breaks is a TypeError.
        if (!(error instanceof TypeError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    return this.#toAccount();
  }

  get #isTold(): boolean {
    return this.#last?.type === 'end' || this.#last?.type === 'pause';
  }

  #toAccount(): Account {
    if (this.#last?.type === 'end') return this.#draft.toAccount(this.#last.outcome);
    const { answer: _, ...account } = this.#draft.toAccount('paused');
    return { ...account, questions: this.#questions() };
  }

  async #take(response: Response): Promise<void> {
    const [parser, decoder] = [new BoundedEventParser(), new TextDecoder()];
    for await (const bytes of response.body!) {
      for (const event of parser.push(decoder.decode(bytes as Uint8Array, { stream: true }))) {
        for (const { telling } of this.#reader.read(event)) this.#note(telling);
        this.#path = `/tasks/${this.#place.taskId}/tellings?${this.#reader.query}`;
      }
    }
  }

  #note(telling: Telling): void {
    this.#last = telling;
    switch (telling.type) {
      case 'text-start':
      case 'text':
      case 'text-end': {
        const { id, by, isAnswer } = telling.text;
        const words = telling.type === 'text' ? telling.delta : '';
        const retracted = telling.type === 'text-end' && telling.retracted;
        return this.#draft.text(id, { words, agent: by.agent, isAnswer, retracted });
      }
      case 'call':
        return this.#draft.call(telling.call.id, { ...telling.call, agent: telling.call.by.agent });
      case 'result':
        return this.#draft.result(telling.call.id, telling.result.content);
      default:
    }
  }

  #questions(): Question[] {
    if (this.#last?.type !== 'pause') return [];
    return this.#last.questions.map(({ call: { callId, tool, input } }) => ({ callId, tool, input }));
  }
}

/** What is told of the first run of a task, whoever has begun it. */
export function toldOf({ url, taskId }: Pick<Place, 'url' | 'taskId'>): Promise<Account> {
  const place = { url, taskId, key: '', session: '', question: '' };
  return new TellingsCaller(place, `/tasks/${taskId}/tellings?run=1`).ask();
}

const tellings: Door = { name: '/message, as tellings', open: (place) => new TellingsCaller(place) };

export const messageDoors: Door[] = [whole, streamed(true), streamed('tokens'), tellings];
