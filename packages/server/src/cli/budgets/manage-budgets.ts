import {
  type Budget,
  BUDGET_UNITS,
  type BudgetUnit,
  defined,
  ERROR_CODES,
  type ErrorCode,
  PosthouseError,
  type Spending,
  spendingWire,
  toBudgetText,
} from '@posthouse/protocol';
import { findConnection, type FoundConnection } from '../connection/find-connection.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';

export type BudgetFlags = {
  server?: string;
  'api-key'?: string;
  'swarm-name'?: string;
  day?: string;
  caller?: string;
  'task-id'?: string;
  calls?: number;
  tokens?: number;
  cost?: number;
  json?: boolean;
};

type Question = { path: string; body?: object; toText: (answer: never) => string };

/** Shows what was spent, raises a budget, or ends a run that waits for one. */
export async function manageBudgets(words: readonly string[], flags: BudgetFlags, terminal: Terminal): Promise<number> {
  const { path, body, toText } = toQuestion(words[0] ?? 'show', flags);
  const { server: url, 'api-key': apiKey } = flags;
  const connection = await findConnection({ url, apiKey, role: 'admin' }, terminal);
  const answer = await ask(connection, path, body);
  print(terminal, flags.json === true ? JSON.stringify(answer) : toText(answer as never));
  return EXIT.complete;
}

/** The request to the server; wrong arguments are refused before anything is sent. */
function toQuestion(what: string, flags: BudgetFlags): Question {
  const { 'swarm-name': swarm, 'task-id': taskId, caller, day, calls, tokens, cost } = flags;
  const amounts = { calls, tokens, cost };
  if (what === 'show') {
    const query = new URLSearchParams(defined({ swarm, day }));
    return { path: `/budgets?${query}`, toText: (answer: unknown) => toBudgetReport(spendingWire.parse(answer).value) };
  }
  if (what !== 'raise' && what !== 'end') {
    const known = ['show', 'raise', 'end'];
    throw new UsageError(`'budget' can show, raise and end, but not ${what}.`, { unknown: { word: what, known } });
  }
  if (what === 'raise' && Object.values(amounts).every((amount) => amount === undefined)) {
    throw new UsageError('Say how much is allowed.', {
      hint: 'For example: budget raise --caller user:alice --calls 100',
    });
  }
  if (taskId === undefined && what === 'raise') {
    const toText = ({ resumed }: { resumed: number }) =>
      `Raised until the end of the day; ${resumed} ${resumed === 1 ? 'run continues' : 'runs continue'}.`;
    return { path: '/budgets', body: { swarm, caller, ...amounts }, toText };
  }
  if (taskId === undefined || caller === undefined) {
    throw new UsageError('Name the run: --caller user:alice --task-id ID', {
      hint: "'budget' lists the runs that wait.",
    });
  }
  const body = { swarm, caller, task_id: taskId, ...(what === 'end' ? { end: true } : amounts) };
  return {
    path: '/budgets/runs',
    body,
    toText: ({ status }: { status: string }) => `Task ${toPrintable(taskId)} is ${status}.`,
  };
}

async function ask({ url, token }: FoundConnection, path: string, body: object | undefined): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { code = 'internal', detail: message = `the server answered with status ${response.status}` } =
    answer as Record<string, string>;
  throw new PosthouseError({ code: Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'internal', message });
}

type Spent = Spending['spent'];

/** What was spent, for people: a table, and the runs that wait. */
function toBudgetReport(spending: Spending): string {
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
