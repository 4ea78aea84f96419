import { readMail, type ScriptedRequest } from '@posthouse/runtime/scripted';

/** A message that an agent received. */
export type MailEvent = {
  readonly kind: 'mail';
  readonly from: string;
  readonly fromType: string;
  readonly subject: string;
  readonly body: string;
};

/** A tool that the agent called. */
export type CallEvent = { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown };

/** What a call came to. */
export type ResultEvent = {
  readonly kind: 'result';
  readonly id: string;
  readonly ok: boolean;
  readonly text: string;
  /** The text parsed, when it is JSON. */
  readonly json?: unknown;
};

export type TimelineEvent = MailEvent | CallEvent | ResultEvent;

/**
 * What has happened to an agent so far, out of the conversation that its model is shown: mail, calls and results, in
 * order.
 *
 * @example
 * const mail = toTimeline(request).filter((event) => event.kind === 'mail');
 */
export function toTimeline({ messages }: Pick<ScriptedRequest, 'messages'>): TimelineEvent[] {
  return messages.flatMap((message): TimelineEvent[] => {
    switch (message.role) {
      case 'user':
        return readMail(message.text).mail.map(({ from, fromType = '', subject, body }) => ({
          kind: 'mail',
          fromType,
          from,
          subject,
          body,
        }));
      case 'assistant':
        return message.toolCalls.map(({ id, name, input }) => ({ kind: 'call', id, name, input }));
      case 'tool':
        return message.toolResults.map(({ id, text }) => toResult(id, text));
    }
  });
}

/** Results begin with a word that says how it went. */
function toResult(id: string, text: string): ResultEvent {
  const [, word, rest = ''] = /^(SUCCESS|ERROR)(?:: )?([\s\S]*)$/.exec(text) ?? [undefined, 'SUCCESS', text];
  // Actions tell what an agent must reckon with as a text that begins so.
  const ok = word === 'SUCCESS' && !rest.startsWith('Error: ');
  try {
    return { kind: 'result', id, ok, text: rest, json: JSON.parse(rest) };
  } catch {
    return { kind: 'result', id, ok, text: rest };
  }
}
