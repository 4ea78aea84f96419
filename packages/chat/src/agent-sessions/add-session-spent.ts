import type { AgentTotals } from '@posthouse/agents';
import { addUsage, defined, type JSONObject, type Usage } from '@posthouse/protocol';
import type { AgentSessionData } from './agent-session-store.ts';

type Spent = Pick<AgentSessionData, 'usage' | 'cost' | 'totals'>;

/**
 * What a session has used up after another run. Runs add up; but what an agent counts for the whole conversation is taken as
 * it says, and never added.
 */
export function addSessionSpent(before: Spent, metadata: JSONObject): Spent {
  const { usage, cost, totals } = metadata as { usage?: Usage; cost?: number; totals?: AgentTotals };
  const sum = totals?.usage ?? (usage === undefined ? before.usage : addUsage(before.usage, usage));
  const price = totals?.cost ?? (cost === undefined ? before.cost : (before.cost ?? 0) + cost);
  const known = totals ?? before.totals;
  return defined({ usage: sum, cost: price, totals: known });
}
