import { EVERYONE, type JSONValue, type LogEntry, type MAILMessage, recipientsOf } from '@posthouse/protocol';

/** One line of the game as the terminal shows it. */
export type Line = { kind: 'public' | 'private' | 'move' | 'note' | 'end'; text: string };

/** The log of a game as lines. A message to many is one entry per reader and one line: `seen` remembers which. */
export function toLines(entry: LogEntry, seen: Set<string>): Line[] {
  switch (entry.type) {
    case 'message':
      return seen.has(entry.message.id) ? [] : (seen.add(entry.message.id), toSpeech(entry.message));
    case 'call-ended': {
      if (entry.kind !== 'action') return [];
      return [{ kind: 'move', text: `${entry.agent} · ${entry.tool}: ${toResult(entry.result.content)}` }];
    }
    case 'compacted':
      return [{ kind: 'note', text: `(${entry.agent} sums up what happened up to its turn ${entry.through})` }];
    case 'run-ended':
      return [{ kind: 'end', text: entry.text }];
    default:
      return [];
  }
}

function toResult(content: JSONValue): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : JSON.stringify(content);
  return (content as { player: string; level: number }[]).map(({ player, level }) => `${player} ${level}`).join(', ');
}

function toSpeech(message: MAILMessage): Line[] {
  const { sender, subject, body } = message.message;
  if (sender.addressType === 'system' || subject.startsWith('::')) return [];
  const hearers = recipientsOf(message).map(({ address }) => address);
  if (hearers[0] === EVERYONE) return [{ kind: 'public', text: `${sender.address}: ${body}` }];
  return [{ kind: 'private', text: `${sender.address} → ${hearers.join(', ')}: ${body}` }];
}
