import { useState } from 'react';
import { type ChatContext, parseContext, readContextQuery } from './chat-context.ts';

const keyOf = (chatId: string): string => `posthouse-jobs-context-${chatId}`;

/** What the assistant is told along with a message: at first what the address asks for, and kept for the tab. */
export function useChatContext(chatId: string, query: Record<string, string>) {
  const [context, setContext] = useState<ChatContext>(() => ({
    ...parseContext(sessionStorage.getItem(keyOf(chatId))),
    ...readContextQuery(query),
  }));
  const change = (next: ChatContext): void => {
    setContext(next);
    keepContext(chatId, next);
  };
  return [context, change] as const;
}

/** Keeps a context for the tab. */
export function keepContext(chatId: string, context: ChatContext): void {
  sessionStorage.setItem(keyOf(chatId), JSON.stringify(context));
}
