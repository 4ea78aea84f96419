import { type MAILMessage, swarmOf } from '@posthouse/protocol';
import { noteOf } from './letters/letter-note.ts';

/** A request from one agent to another that awaits its response. */
export type WaitingRequest = {
  requestId: string;
  /** The message that it came with. */
  messageId: string;
  from: string;
  to: string;
  /** Through how many swarms it has come. */
  hops: number;
  /** The instance of another swarm that it comes from. */
  instance?: string;
};

/** Two agents that only ever ask must not make the book grow for ever; the oldest questions count as settled. */
const MAX_REQUESTS_PER_PAIR = 100;

/** Which requests between agents still await their response. */
export class RequestBook {
  readonly #open = new Map<string, Map<string, WaitingRequest[]>>();

  /** Notes a message: a request opens, its response closes. */
  note(mail: MAILMessage): void {
    const { msgType, message } = mail;
    if (message.sender.addressType !== 'agent') return;
    const from = message.sender.address;
    const { hops = 0, instance } = noteOf(mail);
    if (msgType === 'request') {
      const { requestId, recipient } = message;
      const origin = instance === undefined ? {} : { instance };
      this.#ask({ requestId, messageId: mail.id, from, to: recipient.address, hops, ...origin });
    } else if (msgType === 'response') this.#answer(message.recipient.address, from, message.requestId);
  }

  /** The newest request of one agent to another, apart from those that are being answered right now or wait to be read. */
  newest(
    from: string,
    to: string,
    { answered, unread }: { answered?: ReadonlySet<string>; unread?: ReadonlySet<string> } = {},
  ): WaitingRequest | undefined {
    return this.#open
      .get(to)
      ?.get(from)
      ?.findLast(({ requestId, messageId }) => answered?.has(requestId) !== true && unread?.has(messageId) !== true);
  }

  /** Every agent that waits for this one. */
  askersOf(to: string): string[] {
    return [...(this.#open.get(to) ?? [])].filter(([, requests]) => requests.length > 0).map(([from]) => from);
  }

  /** Whether an agent waits for anybody. */
  awaits(from: string): boolean {
    return [...this.#open.values()].some((askers) => (askers.get(from) ?? []).length > 0);
  }

  /** Every request that awaits its response. */
  open(): WaitingRequest[] {
    return [...this.#open.values()].flatMap((askers) => [...askers.values()].flat());
  }

  /** Requests to a swarm that has nothing more to say about these letters, or about any, are settled. */
  settle({ swarm, letters }: { swarm: string; letters?: readonly string[] }): void {
    for (const [to, askers] of this.#open) {
      if (swarmOf(to) !== swarm) continue;
      for (const [from, requests] of askers) {
        askers.set(from, letters === undefined ? [] : requests.filter(({ messageId }) => !letters.includes(messageId)));
      }
    }
  }

  #ask(request: WaitingRequest): void {
    const askers = this.#open.get(request.to) ?? new Map<string, WaitingRequest[]>();
    const requests = askers.get(request.from) ?? [];
    requests.push(request);
    if (requests.length > MAX_REQUESTS_PER_PAIR) requests.shift();
    askers.set(request.from, requests);
    this.#open.set(request.to, askers);
  }

  #answer(from: string, to: string, requestId: string): void {
    const requests = this.#open.get(to)?.get(from);
    if (requests === undefined) return;
    const index = requests.findIndex((request) => request.requestId === requestId);
    // Not every server says which request it answers; mail keeps its order, so it is the oldest.
    if (index >= 0) requests.splice(index, 1);
    else if (swarmOf(to) !== undefined) requests.shift();
  }
}
