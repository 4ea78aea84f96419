import { number } from './setting-kinds.ts';

/** A budget, for swarms and messages that do not say otherwise. */
function budget(scope: 'run' | 'caller' | 'swarm', unit: 'calls' | 'tokens' | 'cost') {
  const what = { calls: 'Model calls', tokens: 'Tokens', cost: 'Cost' }[unit];
  const whose = { run: 'of a run', caller: 'of a caller in a day', swarm: 'of a swarm in a day' }[scope];
  return {
    key: `server.budgets.${scope}.${unit}`,
    kind: number({ least: unit === 'cost' ? 0 : 1, whole: unit !== 'cost' }),
    environment: `MAIL_BUDGET_${scope.toUpperCase()}_${unit.toUpperCase()}`,
    flag: `budget-${scope}-${unit}`,
    fallback: undefined,
    about: `${what} ${whose} before it pauses; no budget unless given.`,
  };
}

/** What model calls may use up before runs pause. */
export const BUDGET_SETTINGS = {
  budgetRunCalls: budget('run', 'calls'),
  budgetRunTokens: budget('run', 'tokens'),
  budgetRunCost: budget('run', 'cost'),
  budgetCallerCalls: budget('caller', 'calls'),
  budgetCallerTokens: budget('caller', 'tokens'),
  budgetCallerCost: budget('caller', 'cost'),
  budgetSwarmCalls: budget('swarm', 'calls'),
  budgetSwarmTokens: budget('swarm', 'tokens'),
  budgetSwarmCost: budget('swarm', 'cost'),
};
