import { type Instance, type InstanceRole, type JSONValue, parseJSON } from '@posthouse/protocol';
import { type Connection, statement } from '../statement.ts';
import type { ReferenceEvent } from './to-imported-log.ts';

/** A task of the reference: its name there, and what its row says. */
export type ReferenceRow = {
  task_id: string;
  swarm_name: string;
  caller_role: string;
  caller_id: string;
  task_contributors: JSONValue;
  completed: boolean;
  title: string | null;
  started_at: number;
};

/** The columns by which its tables are told from others that happen to have the same names. */
const COLUMNS = {
  tasks: ['task_id', 'swarm_name', 'caller_role', 'caller_id', 'task_owner', 'task_contributors', 'completed'],
  task_events: ['task_id', 'swarm_name', 'caller_role', 'caller_id', 'event_type', 'event_data'],
  task_responses: ['task_id', 'swarm_name', 'caller_role', 'caller_id', 'response'],
  agent_histories: ['task_id', 'swarm_name', 'caller_role', 'caller_id', 'agent_name', 'history'],
};

const named = 'task_id = $1 AND swarm_name = $2 AND caller_role = $3 AND caller_id = $4';
const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;

const selectColumns = {
  name: 'reference-columns',
  text: "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
};
// The title came later, and is missing from older databases.
const selectTasks = statement('reference-tasks')`
  SELECT task_id, swarm_name, caller_role, caller_id, task_contributors, completed, to_jsonb(task) ->> 'title' AS title,
    ${milliseconds('coalesce(start_time, created_at)')} AS started_at
  FROM public.tasks AS task ORDER BY start_time, created_at, id`;
const selectEvents = statement('reference-events')`
  SELECT event_type AS type, event_data AS data, ${milliseconds('created_at')} AS "createdAt"
  FROM public.task_events WHERE ${named} ORDER BY created_at, id`;
const selectResponse = statement('reference-response')`SELECT response FROM public.task_responses WHERE ${named}`;
const selectHistories = statement('reference-histories')`
  SELECT agent_name, history FROM public.agent_histories WHERE ${named} ORDER BY created_at, id`;

/** The four tables of a MAIL reference server in the same database. */
export const referenceTables = {
  /** Whether all of them are there. */
  async exist(connection: Connection): Promise<boolean> {
    const rows = await connection.run<{ table_name: string; column_name: string }>(selectColumns);
    const found = new Set(rows.map((row) => `${row.table_name}.${row.column_name}`));
    return Object.entries(COLUMNS).every(([table, columns]) =>
      columns.every((column) => found.has(`${table}.${column}`)),
    );
  },

  tasks(connection: Connection): Promise<ReferenceRow[]> {
    return connection.run<ReferenceRow>(selectTasks);
  },

  events(connection: Connection, row: ReferenceRow): Promise<ReferenceEvent[]> {
    return connection.run<ReferenceEvent>(selectEvents, nameOf(row));
  },

  async response(connection: Connection, row: ReferenceRow): Promise<unknown> {
    return (await connection.run<{ response: unknown }>(selectResponse, nameOf(row)))[0]?.response;
  },

  /** By agent, the oldest row first. */
  async histories(connection: Connection, row: ReferenceRow): Promise<Map<string, JSONValue[][]>> {
    const rows = await connection.run<{ agent_name: string; history: JSONValue }>(selectHistories, nameOf(row));
    const agents = new Map<string, JSONValue[][]>();
    for (const { agent_name: agent, history } of rows) {
      const list = readStoredJSON(history);
      if (Array.isArray(list)) agents.set(agent, [...(agents.get(agent) ?? []), list as JSONValue[]]);
    }
    return agents;
  },
};

/**
 * Whose the task is; undefined for a role that nobody has, and for what is no task but the place where the reference puts
 * events that belong to none. It calls other swarms agents, too.
 */
export function toOwner(row: ReferenceRow): Instance | undefined {
  if (row.task_id === '*') return undefined;
  const { swarm_name: swarm, caller_role: role, caller_id: id } = row;
  const roles: Record<string, InstanceRole> = { user: 'user', admin: 'admin', swarm: 'swarm', agent: 'swarm' };
  const known = roles[role];
  return known === undefined ? undefined : { swarm, role: known, id };
}

function nameOf({ task_id: task, swarm_name: swarm, caller_role: role, caller_id: id }: ReferenceRow): string[] {
  return [task, swarm, role, id];
}

/** A value that may have been stored as JSON text; undefined for a text that is none. */
export function readStoredJSON(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJSON(value);
  } catch {
    return undefined;
  }
}
