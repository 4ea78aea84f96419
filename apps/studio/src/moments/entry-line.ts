import { type LogEntry, textOfJSON, toAgentName, toBudgetText } from '@posthouse/protocol';
import { mailOf, YOU } from './mail-of.ts';

/** What sort of thing an entry tells of, for filters and colours. */
export const KINDS = ['mail', 'call', 'text', 'usage', 'run', 'notice', 'system'] as const;
export type Kind = (typeof KINDS)[number];

/** An entry in one line. */
export type EntryLine = { kind: Kind; who: string; title: string; detail: string };

/** What an entry says, in one line. */
export function toEntryLine(entry: LogEntry): EntryLine {
  const mail = mailOf(entry);
  if (mail !== undefined) {
    const detail = mail.subject === '' ? mail.body : `${mail.subject}: ${mail.body}`;
    return { kind: 'mail', who: mail.from, title: `→ ${mail.to}`, detail };
  }
  const swarm = entry.type === 'remote' ? entry.swarm : undefined;
  const fact = entry.type === 'remote' ? entry.fact : entry;
  const who = toAgentName(entry.agent ?? 'swarm', swarm);
  // Whoever asks another swarm is not the reader.
  const asker = swarm === undefined ? YOU : who;
  switch (fact.type) {
    case 'message':
      return {
        kind: 'system',
        who: toAgentName('system', swarm),
        title: `→ ${fact.to}`,
        detail: fact.message.message.subject,
      };
    case 'call':
      return { kind: 'call', who, title: `calls ${fact.tool}`, detail: textOfJSON(fact.input) };
    case 'call-started':
      return { kind: 'call', who, title: `runs ${fact.tool}`, detail: textOfJSON(fact.input) };
    case 'call-ended':
      return {
        kind: 'call',
        who,
        title: `${fact.tool}: ${fact.result.status}`,
        detail: textOfJSON(fact.result.content),
      };
    case 'usage':
      return {
        kind: 'usage',
        who,
        title: fact.model,
        detail: `${fact.usage.inputTokens} in, ${fact.usage.outputTokens} out`,
      };
    case 'text-started':
      return { kind: 'text', who, title: `starts to write (${fact.kind})`, detail: '' };
    case 'text-written':
    case 'text-abandoned': {
      const title = fact.type === 'text-written' ? 'wrote' : 'discards what it wrote';
      return { kind: 'text', who, title, detail: fact.parts.map(({ text }) => text).join(' ') };
    }
    case 'run-started':
      return { kind: 'run', who: asker, title: `run ${entry.run} starts`, detail: '' };
    case 'run-ended':
      return {
        kind: 'run',
        who: toAgentName('swarm', swarm),
        title: `run ${entry.run}: ${fact.outcome}`,
        detail: fact.text,
      };
    case 'paused':
      return {
        kind: 'run',
        who: toAgentName('swarm', swarm),
        title: fact.budget === undefined ? 'waits for you' : 'waits for a budget',
        detail: fact.budget === undefined ? fact.calls.map(({ tool }) => tool).join(', ') : toBudgetText(fact.budget),
      };
    case 'resumed':
      return { kind: 'run', who: asker, title: 'answered', detail: fact.callIds.join(', ') };
    case 'compacted':
      return { kind: 'notice', who, title: 'summarizes its history', detail: `through turn ${fact.through}` };
    default:
      return { kind: 'notice', who, title: fact.code, detail: fact.text };
  }
}
