import type { LogEntry, UIOverview, UIUsage } from '@posthouse/protocol';

type Spent = UIOverview['tasks'][number]['usage'];
type Line = UIUsage['usage'][number];

/** What model calls have used up, as far as a log tells; a cost only where prices are known. */
export function toSpent(log: readonly LogEntry[]): Spent {
  let spent: Spent = { inputTokens: 0, outputTokens: 0 };
  for (const entry of log) if (entry.type === 'usage') spent = plus(spent, entry.usage);
  return spent;
}

/** The same by hour, agent and model, added to lines of other tasks. */
export function addUsageLines(lines: Map<string, Line>, swarm: string, log: readonly LogEntry[]): void {
  for (const entry of log) {
    if (entry.type !== 'usage') continue;
    const { agent = '', model, usage } = entry;
    const hour = `${new Date(entry.at).toISOString().slice(0, 13)}:00:00.000Z`;
    const key = JSON.stringify([hour, swarm, agent, model]);
    const line = lines.get(key) ?? { hour, swarm, agent, model, calls: 0, inputTokens: 0, outputTokens: 0 };
    lines.set(key, { ...line, ...plus(line, usage), calls: line.calls + (entry.calls ?? 1) });
  }
}

function plus(spent: Spent, { inputTokens, outputTokens, cost }: Spent): Spent {
  const sum = cost === undefined ? spent.cost : (spent.cost ?? 0) + cost;
  return {
    inputTokens: spent.inputTokens + inputTokens,
    outputTokens: spent.outputTokens + outputTokens,
    cost: sum,
  };
}
