/**
 * What a program itself says that its model has said in the end, told from whole messages and not from pieces: the
 * measure for what an adapter shows. Texts are joined with `|`.
 */
export interface Said {
  readonly text: string;
  /** Whether that is all: a run that was stopped may have shown the beginning of one more text. */
  readonly isComplete: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- recorded values of other programs.
type Recorded = any;

export function saidByPi(events: readonly Recorded[]): Said {
  const messages = events.filter((event) => event.type === 'message_end' && event.message.role === 'assistant');
  const begun = events.filter((event) => event.type === 'message_start' && event.message.role === 'assistant');
  const texts = messages.flatMap(({ message }) => message.content.filter(isText).map(({ text }: Recorded) => text));
  return { text: texts.filter(Boolean).join('|'), isComplete: messages.length === begun.length };
}

export function saidByOpencode(events: readonly Recorded[]): Said {
  const roles = new Map<string, { role: string; session: string }>();
  for (const { type, properties } of events) {
    if (type !== 'message.updated') continue;
    roles.set(properties.info.id, { role: properties.info.role, session: properties.sessionID });
  }
  const main = events.find(({ type }) => type === 'message.updated')?.properties.sessionID;
  const last = new Map<string, Map<string, { text: string; isWhole: boolean }>>();
  for (const { type, properties } of events) {
    if (type !== 'message.part.updated') continue;
    const { part } = properties;
    const { role, session } = roles.get(part.messageID) ?? {};
    if (role !== 'assistant' || session !== main) continue;
    // What a message said before its last step began does not count.
    if (part.type === 'step-start') last.set(part.messageID, new Map());
    if (part.type !== 'text') continue;
    const parts = last.get(part.messageID) ?? new Map();
    last.set(part.messageID, parts.set(part.id, { text: part.text, isWhole: part.time?.end !== undefined }));
  }
  const parts = [...last.values()].flatMap((texts) => [...texts.values()]);
  const whole = parts.filter(({ isWhole }) => isWhole).map(({ text }) => text);
  return { text: whole.filter(Boolean).join('|'), isComplete: whole.length === parts.length };
}

export function saidByClaude(events: readonly Recorded[]): Said {
  const messages = events.filter((event) => event.type === 'assistant' && event.parent_tool_use_id === null);
  const texts = messages
    .filter(({ error, message }) => error === undefined && message.model !== '<synthetic>')
    .flatMap(({ message }) => message.content.filter(isText).map(({ text }: Recorded) => text));
  return { text: texts.filter(Boolean).join('|'), isComplete: events.some(({ type }) => type === 'result') };
}

export function saidByCodex(events: readonly Recorded[]): Said {
  // Agents inside the agent speak in threads of their own.
  const main = events.find(({ method }) => method === 'turn/started')?.params.threadId;
  const own = events.filter(({ params }) => params?.threadId === main);
  const items = own.filter(({ method }) => method === 'item/completed').map(({ params }) => params.item);
  const texts = items.filter(({ type }) => type === 'agentMessage').map(({ text }) => text);
  const end = own.find(({ method }) => method === 'turn/completed')?.params.turn.status;
  return { text: texts.filter(Boolean).join('|'), isComplete: end === 'completed' || end === 'failed' };
}

function isText(content: Recorded): boolean {
  return content.type === 'text';
}
