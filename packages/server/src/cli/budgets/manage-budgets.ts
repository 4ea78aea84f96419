import { defined, ERROR_CODES, type ErrorCode, PosthouseError, spendingWire } from '@posthouse/protocol';
import { findConnection, type FoundConnection } from '../connection/find-connection.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';
import { toBudgetReport } from './to-budget-report.ts';

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
