import { useServer } from '@posthouse/components';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A place at which the conversation can go on in more than one way, and which of them it has taken. */
export type BranchPlace = { messageId: string; branches: string[]; current: number };

/**
 * Where a conversation could have gone another way, by the message at which the ways part. `look` asks anew; `take` goes
 * another way.
 */
export function useBranches(chatId: string, onTaken: () => void) {
  const server = useServer();
  const [places, setPlaces] = useState<readonly BranchPlace[]>([]);
  const path = `/chat/${encodeURIComponent(chatId)}`;
  // Answers may overtake each other; the one that was asked for last counts.
  const asked = useRef(0);
  useEffect(() => () => void (asked.current += 1), []);
  const look = useCallback((): void => {
    const number = (asked.current += 1);
    server.ask(`${path}/branches`).then(
      (answer) => {
        if (asked.current === number) setPlaces((answer as { places: BranchPlace[] }).places);
      },
      // They are a way back, not the way on: without them the conversation is still there.
      () => undefined,
    );
  }, [server, path]);
  const take = useCallback(
    async (taskId: string): Promise<void> => {
      await server.ask(`${path}/branch`, { method: 'POST', body: { taskId } });
      onTaken();
    },
    [server, path, onTaken],
  );
  return { places, look, take };
}
