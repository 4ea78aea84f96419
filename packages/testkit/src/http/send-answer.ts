import type { MidstreamFault } from '@posthouse/runtime/scripted';
import {
  type ScriptedEvent,
  faultMessage,
  faultStatus,
  playAnswer,
  sleep,
  hangUntilAborted,
} from '@posthouse/runtime/scripted/playing';
import type { Dialect, Reply } from '../dialects/dialect.ts';
import type { HTTPExchange } from './http-exchange.ts';
import { encodeServerSentEvent, type ServerSentEvent, truncate } from '../dialects/server-sent-event.ts';

export interface SendAnswerOptions {
  readonly exchange: HTTPExchange;
  readonly dialect: Dialect;
  readonly reply: Reply;
  readonly headers: Record<string, string>;
}

/** Sends the answer event by event, with its pauses and faults. */
export async function sendStream({ exchange, dialect, reply, headers }: SendAnswerOptions): Promise<void> {
  const encode = dialect.encodeStream(reply);
  const send = async (events: readonly ServerSentEvent[]): Promise<void> => {
    if (events.length > 0) await exchange.write(events.map(encodeServerSentEvent).join(''), headers);
  };
  for (const step of playAnswer(reply.answer)) {
    exchange.signal.throwIfAborted();
    if (step.type === 'wait') await sleep(step.ms, exchange.signal);
    else if (step.type === 'event') await send(encode(step.event));
    else if (step.fault.kind === 'dropped-socket') return exchange.drop();
    else if (step.fault.kind === 'stall') await hangUntilAborted(exchange.signal);
    else await send(brokenEvents(step.fault, dialect, encode));
  }
  exchange.end();
}

function brokenEvents(
  fault: MidstreamFault & { kind: 'error-event' | 'truncated-json' },
  dialect: Dialect,
  encode: (event: ScriptedEvent) => ServerSentEvent[],
): ServerSentEvent[] {
  if (fault.kind === 'truncated-json') return encode({ type: 'finish' }).slice(0, 1).map(truncate);
  return [dialect.encodeErrorEvent({ status: faultStatus(fault), message: faultMessage(fault) })];
}

/** Sends the answer in one piece, after the time that its stream would have taken. */
export async function sendWhole({ exchange, dialect, reply, headers }: SendAnswerOptions): Promise<void> {
  const text = JSON.stringify(dialect.encodeBody(reply));
  for (const step of playAnswer(reply.answer)) {
    if (step.type === 'wait') await sleep(step.ms, exchange.signal);
    if (step.type !== 'fault') continue;
    switch (step.fault.kind) {
      case 'stall':
        return await hangUntilAborted(exchange.signal);
      case 'dropped-socket':
        return exchange.drop();
      case 'truncated-json':
        return exchange.sendText(200, text.slice(0, Math.ceil(text.length / 2)), headers);
      case 'error-event': {
        // A response in one piece has no middle, so the error takes the place of all of it.
        const status = faultStatus(step.fault);
        return exchange.sendJson(status, dialect.encodeError({ status, message: faultMessage(step.fault) }), headers);
      }
    }
  }
  exchange.sendText(200, text, headers);
}
