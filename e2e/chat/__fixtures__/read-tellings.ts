import { createClient } from '@posthouse/client';
import type { Telling } from '@posthouse/protocol';

export type TellingsOptions = {
  url: string;
  token: string;
  /** Called with all that was told, whenever there is more. */
  onTold?: (told: readonly Telling[]) => void;
};

/** Everything that is told of the run of a message, over as many connections as it takes. */
export async function readTellings({ url, token, onTold }: TellingsOptions): Promise<Telling[]> {
  const client = createClient({ baseURL: url, token, retries: 100, streams: { firstWaitMs: 1, mostWaitMs: 5 } });
  const told: Telling[] = [];
  for await (const telling of client.postMessageTellings(
    { body: 'Tell me everything.', taskId: 'told' },
    { idempotencyKey: 'once' },
  )) {
    told.push(telling);
    onTold?.(told);
  }
  return told;
}
