import { useLatest } from '@posthouse/components';
import { useCallback, useEffect, useRef } from 'react';

const CHANNEL = 'posthouse-jobs-chat';

/** Tells other tabs of this browser that something has happened in a conversation, and listens to them. */
export function useTabs(onChange: (chatId: string) => void): (chatId: string) => void {
  const listener = useLatest(onChange);
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.addEventListener('message', ({ data }) => listener.current(String(data)));
    channel.current = opened;
    return () => opened.close();
  }, [listener]);
  return useCallback((chatId: string) => channel.current?.postMessage(chatId), []);
}
