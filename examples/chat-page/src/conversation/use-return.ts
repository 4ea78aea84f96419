import { useEffect, useEffectEvent } from 'react';
import { isOpenQuestion } from '../messages/to-sections.ts';
import type { SwarmChat } from '../sdk/swarm-chat.ts';
import type { Loaded } from '../server/ask-server.ts';

/** Looks at the conversation again when the reader comes back to this tab: another one may have continued it. */
export function useReturn(chat: SwarmChat, load: () => Promise<Loaded>): void {
  const take = useEffectEvent((before: SwarmChat['messages'], now: Loaded): void => {
    // What the reader has done here meanwhile is newer than what was asked for before.
    if (chat.status === 'ready' && chat.messages === before) chat.show(now);
  });
  const look = useEffectEvent((): void => {
    const { messages, status } = chat;
    // Of several questions, the answers to the first ones are only here until the last one is answered.
    if (status !== 'ready' || messages.at(-1)?.parts.some(isOpenQuestion) === true) return;
    // Should the server be away, the page stays as it is.
    load().then(
      (now) => take(messages, now),
      () => undefined,
    );
  });
  useEffect(() => {
    const onFocus = (): void => look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}
