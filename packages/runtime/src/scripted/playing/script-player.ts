import { messageOf, untilAborted } from '@posthouse/protocol';
import type { ScriptedAnswer } from './answer.ts';
import { checkScript, checkTurn } from './check-turn.ts';
import { describeRequest } from './describe-request.ts';
import { describeMismatches, findMismatches } from './find-mismatches.ts';
import type { HttpFault } from '../fault.ts';
import { type RecordedRequest, type Recording, recordRequest } from '../recorded-request.ts';
import type { ScriptedRequest } from '../scripted-request.ts';
import { toAnswer } from './to-answer.ts';
import type { Script, ScriptedTurn } from '../turn.ts';
import { throwIfUnexpected, UnexpectedRequestError } from '../unexpected-request.ts';

/** What a request gets: an answer, or a refusal that the script asked for. */
export type PlayedTurn =
  | { readonly type: 'answer'; readonly answer: ScriptedAnswer }
  | { readonly type: 'refusal'; readonly fault: HttpFault };

/** Plays one script for the requests of one model or server, and remembers what came and what was unexpected. */
export class ScriptPlayer {
  readonly requests: RecordedRequest[] = [];
  readonly failures: UnexpectedRequestError[] = [];
  readonly #script: Script;
  readonly #waiting = new Map<number, PromiseWithResolvers<RecordedRequest>>();

  constructor(script: Script) {
    checkScript(script);
    this.#script = script;
  }

  /** Numbers a request and starts its record. */
  record(request: Omit<ScriptedRequest, 'index'>): Recording {
    const recording = recordRequest({ ...request, index: this.requests.length });
    this.requests.push(recording.request);
    this.#waiting.get(recording.request.index)?.resolve(recording.request);
    return recording;
  }

  /** The request with this number, as soon as it has come. */
  async received(index: number): Promise<RecordedRequest> {
    const request = this.requests[index];
    if (request !== undefined) return request;
    const waiting = this.#waiting.get(index) ?? Promise.withResolvers<RecordedRequest>();
    this.#waiting.set(index, waiting);
    return await waiting.promise;
  }

  /** What the script has for this request. Rejects with an `UnexpectedRequestError`, which is remembered. */
  async play(request: ScriptedRequest): Promise<PlayedTurn> {
    const turn = await this.#turnFor(request);
    await this.#checkExpectation(turn, request);
    if (turn.fault?.kind === 'http') return { type: 'refusal', fault: turn.fault };
    return { type: 'answer', answer: toAnswer(turn, request) };
  }

  /** Remembers a failure and returns it, to be thrown or sent. */
  fail(reason: string, options: { request?: ScriptedRequest; cause?: unknown } = {}): UnexpectedRequestError {
    const { request, cause } = options;
    const message = request === undefined ? reason : `${reason}\nReceived ${describeRequest(request)}`;
    const failure = new UnexpectedRequestError(message, { cause });
    this.failures.push(failure);
    return failure;
  }

  /** Throws if there was an unexpected request. */
  throwIfFailed(): void {
    throwIfUnexpected(this.failures);
  }

  /** Throws if there was an unexpected request, or if turns of a list are left over. */
  assertClean(): void {
    this.throwIfFailed();
    if (typeof this.#script === 'function' || this.requests.length >= this.#script.length) return;
    const { length } = this.#script;
    throw new Error(`The script has ${turns(length)}, but there were only ${this.requests.length} requests.`);
  }

  async #turnFor(request: ScriptedRequest): Promise<ScriptedTurn> {
    if (typeof this.#script !== 'function') {
      const turn = this.#script[request.index];
      if (turn !== undefined) return turn;
      const { length } = this.#script;
      throw this.fail(`Unexpected request ${request.index}: the script has ${turns(length)}, all played.`, { request });
    }
    try {
      const turn = await untilAborted(settle(this.#script, request), request.signal);
      checkTurn(turn);
      return turn;
    } catch (cause) {
      request.signal.throwIfAborted();
      throw this.fail(`Unexpected request ${request.index}: the script function failed: ${messageOf(cause)}`, {
        request,
        cause,
      });
    }
  }

  async #checkExpectation(turn: ScriptedTurn, request: ScriptedRequest): Promise<void> {
    const { expect } = turn;
    if (expect === undefined) return;
    const intro = `Unexpected request ${request.index}: it is not what its turn expects.`;
    if (typeof expect !== 'function') {
      const mismatches = findMismatches(expect, request);
      if (mismatches.length > 0) throw this.fail(`${intro}\n${describeMismatches(mismatches)}`, { request });
      return;
    }
    try {
      await untilAborted(settle(expect, request), request.signal);
    } catch (cause) {
      request.signal.throwIfAborted();
      throw this.fail(`${intro}\n${messageOf(cause)}`, { request, cause });
    }
  }
}

/** Calls a function of the script so that a plain throw rejects like an asynchronous one. */
async function settle<T>(
  decide: (request: ScriptedRequest) => T | PromiseLike<T>,
  request: ScriptedRequest,
): Promise<T> {
  return await decide(request);
}

function turns(count: number): string {
  return count === 1 ? '1 turn' : `${count} turns`;
}
