import { useServer } from '@posthouse/components';
import { useCallback, useEffect, useState } from 'react';
import type { SwarmMessage } from './swarm-message.ts';

/** What was said before, as it stood when it was asked for. */
export type Earlier = { messages: SwarmMessage[]; status: string; round: number };

const NOTHING: Earlier = { messages: [], status: 'ready', round: 0 };

/**
 * The messages of a conversation, read once: from then on the conversation itself knows better. `lookAgain` reads them
 * anew.
 */
export function useEarlier(chatId: string, isNew: boolean) {
  const server = useServer();
  const [shown, setShown] = useState(isNew ? NOTHING : undefined);
  const [failure, setFailure] = useState<Error>();
  const load = useCallback(
    (signal?: AbortSignal): void => {
      const path = `/chat/${encodeURIComponent(chatId)}/messages?limit=200`;
      server.ask(path, { signal }).then(
        (page) => {
          setShown((last) => ({ ...(page as Omit<Earlier, 'round'>), round: (last?.round ?? 0) + 1 }));
          setFailure(undefined);
        },
        (error: Error) => signal?.aborted !== true && setFailure(error),
      );
    },
    [server, chatId],
  );
  useEffect(() => {
    if (isNew) return undefined;
    const aborter = new AbortController();
    load(aborter.signal);
    return () => aborter.abort();
  }, [isNew, load]);
  const lookAgain = useCallback(() => load(), [load]);
  return { shown, failure, lookAgain };
}
