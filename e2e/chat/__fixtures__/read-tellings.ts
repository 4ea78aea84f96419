import { type Telling, TellingReader, type WireTelling } from '@posthouse/protocol';
import { EventParser } from '../../../packages/client/src/sse/event-parser.ts';

export type TellingsOptions = {
  url: string;
  token: string;
  /** Called with all that was told, whenever there is more. */
  onTold?: (told: readonly Telling[]) => void;
};

/** More than a text takes that makes any progress: a reader must not go on for ever when its server has gone. */
const MAX_CONNECTIONS = 200;

/** Everything that is told of the run of a message, over as many connections as it takes. */
export async function readTellings({ url, token, onTold }: TellingsOptions): Promise<Telling[]> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' };
  const body = JSON.stringify({ body: 'Tell me everything.', stream: 'tellings' });
  const reader = new TellingReader();
  const told: Telling[] = [];
  let place: string | undefined;
  for (let connections = 0; told.at(-1)?.type !== 'end'; connections += 1) {
    if (connections === MAX_CONNECTIONS) throw new Error(`not told to the end over ${MAX_CONNECTIONS} connections`);
    reader.begin();
    const parser = new EventParser();
    const decoder = new TextDecoder();
    try {
      const response = await (place === undefined
        ? fetch(`${url}/message`, { method: 'POST', headers, body })
        : fetch(`${url}${place}${reader.toQuery()}`, { headers }));
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      for await (const bytes of response.body!) {
        for (const { data, id } of parser.push(decoder.decode(bytes as Uint8Array, { stream: true }))) {
          const wire = JSON.parse(data) as WireTelling;
          if (wire.type === 'begin') place = toPlace(wire);
          const telling = reader.read(wire, id);
          if (telling !== undefined) told.push(telling);
        }
        onTold?.(told);
      }
    } catch (error) {
      // A connection that breaks is a TypeError.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return told;
}

function toPlace({ task_id: taskId, run, message_id: messageId }: WireTelling & { type: 'begin' }): string {
  return `/tasks/${taskId}/tellings?run=${run}&message_id=${messageId}`;
}
