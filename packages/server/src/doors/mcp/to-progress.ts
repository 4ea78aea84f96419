import type { LogEntry } from '@posthouse/protocol';

const LONGEST = 200;

/** Who does what, in a line for whoever waits. Undefined for what is of no interest to them. */
export function toProgress(entry: LogEntry): string | undefined {
  const line = toLine(entry, entry.agent ?? 'somebody');
  return line === undefined || line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}

function toLine(entry: LogEntry, agent: string): string | undefined {
  switch (entry.type) {
    case 'message': {
      const { sender, subject } = entry.message.message;
      if (sender.addressType !== 'agent' || entry.message.msgType === 'broadcast_complete') return undefined;
      return `${sender.address} writes to ${entry.to}: ${subject}`;
    }
    case 'text-started':
      return entry.kind === 'answer' ? `${agent} writes the answer` : `${agent} thinks`;
    case 'call-started':
      return `${agent} calls ${entry.tool}`;
    case 'call-ended':
      if (entry.kind === 'mail' || entry.result.status === 'success') return undefined;
      return `${entry.tool} of ${agent}: ${entry.result.status === 'error' ? 'failed' : entry.result.status}`;
    case 'notice':
      return entry.text;
    case 'remote':
      return toLine({ ...entry, ...entry.fact } as LogEntry, `${agent}@${entry.swarm}`);
    default:
      return undefined;
  }
}
