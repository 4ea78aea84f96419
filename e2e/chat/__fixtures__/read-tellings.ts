import { type Telling, TellingReader } from '@posthouse/protocol';
import { EventParser } from '../../../packages/client/src/sse/event-parser.ts';

export type TellingsOptions = {
  url: string;
  token: string;
  /** Called with all that was told, whenever there is more. */
  onTold?: (told: readonly Telling[]) => void;
};

/** Everything that is told of the run of a message, over as many connections as it takes. */
export async function readTellings({ url, token, onTold }: TellingsOptions): Promise<Telling[]> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' };
  const body = JSON.stringify({ body: 'Tell me everything.', stream: 'tellings' });
  const reader = new TellingReader();
  const told: Telling[] = [];
  let place: string | undefined;
  while (told.at(-1)?.type !== 'end') {
    reader.begin();
    const parser = new EventParser();
    const decoder = new TextDecoder();
    try {
      const response = await (place === undefined
        ? fetch(`${url}/message`, { method: 'POST', headers, body })
        : fetch(`${url}${place}${reader.toQuery()}`, { headers }));
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      for await (const bytes of response.body!) {
        for (const { event, data, id } of parser.push(decoder.decode(bytes as Uint8Array, { stream: true }))) {
          if (event === 'begin') place = toPlace(JSON.parse(data));
          if (event !== 'telling') continue;
          const telling = reader.read(JSON.parse(data), id);
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

function toPlace({ task_id: taskId, run, message_id: messageId }: Record<string, string>): string {
  return `/tasks/${taskId}/tellings?run=${run}&message_id=${messageId}`;
}
