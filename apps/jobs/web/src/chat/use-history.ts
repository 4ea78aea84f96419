import { Refusal, useServer, useServerState } from '@posthouse/components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type History, loadHistory } from '../api/conversation.ts';
import { type ChatMessage, toChatMessage } from './chat-message.ts';
import { compareHistory } from './compare-history.ts';

/** Messages that are on the screen, and whether another one is being written. */
export type Screen = { messages: ChatMessage[]; running: boolean };

/** What was said before, as it stood when it was asked for. */
export type Shown = {
  messages: ChatMessage[];
  before: string | null;
  resuming: boolean;
  /** How often it was read; each time the conversation is shown anew. */
  round: number;
};

const NOTHING: Shown = { messages: [], before: null, resuming: false, round: 0 };

/**
 * The messages of a conversation. They are read once: from then on the conversation on the screen knows better, until
 * somebody else says something in it, or the connection is lost.
 */
export function useHistory(chatId: string, isNew: boolean) {
  const server = useServer();
  const online = useServerState(server) === 'online';
  const [shown, setShown] = useState<Shown | undefined>(isNew ? NOTHING : undefined);
  const [failure, setFailure] = useState<Error>();
  /** When the conversation had changed last, as far as what is shown knows. */
  const seen = useRef<string>(undefined);
  const wanted = useRef(!isNew);
  const count = useRef(0);

  /**
   * Reads it again. With a `screen`, nothing happens if the app has no other messages than are on it, or if an answer is
   * being written there by the time the app has said so: what is on its way out is not to be thrown away.
   */
  const look = useCallback(
    async (screen?: () => Screen): Promise<History | undefined> => {
      count.current += 1;
      const turn = count.current;
      try {
        const page = await loadHistory(server, chatId);
        if (turn !== count.current) return undefined;
        wanted.current = false;
        setFailure(undefined);
        const now = screen?.();
        if (now?.running) return undefined;
        const compared = now === undefined ? 'other' : compareHistory(now.messages, page);
        if (compared !== 'ahead') seen.current = page.conversation.updatedAt;
        if (compared === 'other') setShown((last) => toShown(page, last));
        return page;
      } catch (error) {
        if (turn !== count.current) return undefined;
        // What the app has never heard of is empty; what it cannot be asked about now is asked for when it is back.
        if (isNew && error instanceof Refusal && error.status === 404) {
          wanted.current = false;
          setShown((last) => ({ ...NOTHING, round: (last?.round ?? 0) + 1 }));
        } else if (error instanceof Refusal) {
          wanted.current = false;
          setFailure(error);
        } else {
          wanted.current = true;
        }
        return undefined;
      }
    },
    [server, chatId, isNew],
  );
  useEffect(() => {
    if (online && wanted.current) void look();
  }, [online, look]);
  return { shown, failure, look, seen };
}

function toShown({ messages, before, status }: History, last: Shown | undefined): Shown {
  return {
    messages: messages.map(toChatMessage),
    before,
    resuming: status === 'running',
    round: (last?.round ?? 0) + 1,
  };
}
