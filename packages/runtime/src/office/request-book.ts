import type { MAILMessage } from '@posthouse/protocol';

/** A request from one agent to another that awaits its response. */
export type OpenRequest = { requestId: string; from: string; to: string };

/** Two agents that only ever ask must not make the book grow for ever; the oldest questions count as settled. */
const MOST_PER_PAIR = 100;

/** Which requests between agents still await their response. */
export class RequestBook {
  readonly #open = new Map<string, Map<string, OpenRequest[]>>();

  /** Notes a message: a request opens, its response closes. */
  note({ msgType, message }: MAILMessage): void {
    if (message.sender.addressType !== 'agent') return;
    const from = message.sender.address;
    if (msgType === 'request') this.#ask({ requestId: message.requestId, from, to: message.recipient.address });
    else if (msgType === 'response') this.#answer(message.recipient.address, from, message.requestId);
  }

  /** The newest request of one agent to another, apart from those that are being answered right now. */
  newest(from: string, to: string, answered: ReadonlySet<string> = new Set()): OpenRequest | undefined {
    return this.#open
      .get(to)
      ?.get(from)
      ?.findLast((request) => !answered.has(request.requestId));
  }

  /** Every agent that waits for this one. */
  askersOf(to: string): string[] {
    return [...(this.#open.get(to) ?? [])].filter(([, requests]) => requests.length > 0).map(([from]) => from);
  }

  /** Whether an agent waits for anybody. */
  awaits(from: string): boolean {
    return [...this.#open.values()].some((askers) => (askers.get(from) ?? []).length > 0);
  }

  #ask(request: OpenRequest): void {
    const askers = this.#open.get(request.to) ?? new Map<string, OpenRequest[]>();
    const requests = askers.get(request.from) ?? [];
    requests.push(request);
    if (requests.length > MOST_PER_PAIR) requests.shift();
    askers.set(request.from, requests);
    this.#open.set(request.to, askers);
  }

  #answer(from: string, to: string, requestId: string): void {
    const requests = this.#open.get(to)?.get(from);
    const index = requests?.findIndex((request) => request.requestId === requestId) ?? -1;
    if (index >= 0) requests!.splice(index, 1);
  }
}
