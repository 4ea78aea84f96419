import type { AnswerEvent } from '@posthouse/runtime/scripted/playing';
import type { ServerSentEvent } from '../server-sent-event.ts';
import type { Reply } from '../dialect.ts';
import { encodeOpening, encodeResponsesBody } from './encode-body.ts';
import { encodePartEvent } from './encode-part-event.ts';

/** The answer as response events. They are numbered, so the function keeps count. */
export function encodeResponsesStream(reply: Reply): (event: AnswerEvent) => ServerSentEvent[] {
  let sequence = 0;
  return (event) =>
    toEvents(event, reply).map(({ type, ...fields }) => ({
      event: type,
      data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
    }));
}

function toEvents(event: AnswerEvent, reply: Reply): { type: string; [key: string]: unknown }[] {
  switch (event.type) {
    case 'start': {
      const response = encodeOpening(reply);
      return [
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ];
    }
    case 'finish': {
      const response = encodeResponsesBody(reply);
      return [{ type: `response.${response.status}`, response }];
    }
    default:
      return encodePartEvent(event, reply);
  }
}
