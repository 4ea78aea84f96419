import { type Budget, BUDGET_UNITS, type BudgetUnit, type Spending, toBudgetText } from '@posthouse/protocol';
import { toPrintable } from '../terminal/to-printable.ts';

type Spent = Spending['spent'];

/** What was spent, for people: a table, and the runs that wait. */
export function toBudgetReport(spending: Spending): string {
  const { swarm, day, budgets, spent, total, callers = [], waiting = [] } = spending;
  const rows = [
    ['WHOSE', 'CALLS', 'TOKENS', 'COST'],
    ...(total === undefined ? [] : [toRow(`swarm ${swarm}`, total, budgets.swarm)]),
    // Of others only what they have spent is known; what each of them may spend is the same unless it was raised.
    ...(total === undefined
      ? [toRow('you', spent, budgets.caller)]
      : callers.map((each) => toRow(each.caller, each.spent, budgets.caller))),
  ];
  const run = BUDGET_UNITS.flatMap((unit) =>
    budgets.run[unit] === undefined ? [] : [toAmount(unit, budgets.run[unit])],
  );
  return [
    `${toPrintable(swarm)} on ${day} (UTC)`,
    ...toColumns(rows),
    ...(run.length === 0 ? [] : [`A run may use up ${run.join(', ')}.`]),
    ...(waiting.length === 0 ? [] : ['', 'Waiting:']),
    ...waiting.map(
      ({ caller, taskId, budget }) => `${toPrintable(caller)}  ${toPrintable(taskId)}  ${toBudgetText(budget)}`,
    ),
  ].join('\n');
}

function toRow(whose: string, { calls, inputTokens, outputTokens, cost }: Spent, budget: Budget): string[] {
  const used = { calls, tokens: inputTokens + outputTokens, cost };
  return [toPrintable(whose), ...BUDGET_UNITS.map((unit) => toUse(unit, used[unit], budget[unit]))];
}

function toUse(unit: BudgetUnit, used: number, limit: number | undefined): string {
  return limit === undefined ? toNumber(unit, used) : `${toNumber(unit, used)} of ${toNumber(unit, limit)}`;
}

function toAmount(unit: BudgetUnit, amount: number): string {
  return unit === 'cost'
    ? `$${toNumber(unit, amount)}`
    : `${toNumber(unit, amount)} ${unit === 'calls' ? 'model calls' : unit}`;
}

function toNumber(unit: BudgetUnit, amount: number): string {
  return unit === 'cost' ? String(Math.round(amount * 10_000) / 10_000) : String(amount);
}

function toColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
