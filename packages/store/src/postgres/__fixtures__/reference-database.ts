import { newId } from '@posthouse/protocol';
import type { PostgresServer } from './start-postgres.ts';

/** The tables of a MAIL reference server, as it makes them. */
const REFERENCE_TABLES = `
  CREATE TABLE agent_histories (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), swarm_name text NOT NULL,
    caller_role text NOT NULL, caller_id text NOT NULL, tool_format text NOT NULL, task_id text NOT NULL,
    agent_name text NOT NULL, history jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE tasks (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), task_id text NOT NULL, swarm_name text NOT NULL,
    caller_role text NOT NULL, caller_id text NOT NULL, task_owner text NOT NULL,
    task_contributors jsonb NOT NULL DEFAULT '[]', remote_swarms jsonb NOT NULL DEFAULT '[]',
    is_running boolean NOT NULL DEFAULT false, completed boolean NOT NULL DEFAULT false, title text,
    start_time timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(), UNIQUE (task_id, swarm_name, caller_role, caller_id));
  CREATE TABLE task_events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), task_id text NOT NULL,
    swarm_name text NOT NULL, caller_role text NOT NULL, caller_id text NOT NULL, event_type text, event_data text,
    event_id text, created_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE task_responses (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), task_id text NOT NULL,
    swarm_name text NOT NULL, caller_role text NOT NULL, caller_id text NOT NULL, response jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (task_id, swarm_name, caller_role, caller_id));`;

export type Caller = { swarm?: string; role?: string; id?: string };

/** Fills such a database with SQL, as the reference would. */
export class ReferenceDatabase {
  readonly database: string;
  readonly #server: PostgresServer;

  constructor(server: PostgresServer, database: string) {
    this.#server = server;
    this.database = database;
  }

  async makeTables(): Promise<void> {
    await this.#server.run(this.database, REFERENCE_TABLES);
  }

  async addTask(
    taskId: string,
    {
      completed = true,
      title = '',
      startTime = '2026-01-01T10:00:00Z',
      ...caller
    }: Caller & { completed?: boolean; title?: string; startTime?: string } = {},
  ): Promise<void> {
    const { swarm = 'demo', role = 'user', id = 'u-1' } = caller;
    await this.#insert('tasks', {
      ...nameColumns(taskId, caller),
      task_owner: `${role}:${id}@${swarm}`,
      task_contributors: JSON.stringify([`${role}:${id}@${swarm}`]),
      is_running: String(!completed),
      completed: String(completed),
      ...(title === '' ? {} : { title }),
      start_time: startTime,
    });
  }

  async addEvent(taskId: string, type: string, extraData: object, caller: Caller = {}): Promise<void> {
    const timestamp = new Date().toISOString();
    const data = { timestamp, description: type, task_id: taskId, extra_data: extraData };
    await this.#insert('task_events', {
      ...nameColumns(taskId, caller),
      event_type: type,
      event_data: JSON.stringify(data).replaceAll('/', String.raw`\/`),
    });
  }

  /** A message, with the event that tells of it; once more for each further recipient. */
  async addMessage(
    taskId: string,
    message: object,
    { times = 1, ...caller }: Caller & { times?: number } = {},
  ): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await this.addEvent(taskId, 'new_message', { full_message: message }, caller);
    }
  }

  async addResponse(taskId: string, response: object, caller: Caller = {}): Promise<void> {
    await this.#insert('task_responses', { ...nameColumns(taskId, caller), response: JSON.stringify(response) });
  }

  async addHistory(taskId: string, agent: string, history: object[], caller: Caller = {}): Promise<void> {
    await this.#insert('agent_histories', {
      ...nameColumns(taskId, caller),
      tool_format: 'completions',
      agent_name: agent,
      history: JSON.stringify(history),
    });
  }

  async #insert(table: string, columns: Record<string, string>): Promise<void> {
    const values = Object.values(columns).map((value) => `'${value.replaceAll("'", "''")}'`);
    await this.#server.run(
      this.database,
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${values.join(', ')})`,
    );
  }
}

function nameColumns(taskId: string, { swarm = 'demo', role = 'user', id = 'u-1' }: Caller): Record<string, string> {
  return { task_id: taskId, swarm_name: swarm, caller_role: role, caller_id: id };
}

const agent = (address: string) => ({ address_type: 'agent', address });

/** A message of the user, as the reference writes it. */
export function userMessage(taskId: string, body: string): object {
  const message = {
    task_id: taskId,
    request_id: newId(),
    sender: { address_type: 'user', address: 'u-1' },
    recipient: agent('supervisor'),
    subject: 'New Message',
    body,
    sender_swarm: 'demo',
    recipient_swarm: 'demo',
    routing_info: {},
  };
  return { id: newId(), timestamp: '2026-01-01T10:00:00.149975+00:00', message, msg_type: 'request' };
}

/** A message between agents: nobody's swarm is named. */
export function agentMessage(taskId: string, from: string, to: string, body: string): object {
  const swarms = { sender_swarm: null, recipient_swarm: null, routing_info: {} };
  const message = {
    task_id: taskId,
    request_id: newId(),
    sender: agent(from),
    recipient: agent(to),
    subject: 's',
    body,
    ...swarms,
  };
  return { id: newId(), timestamp: '2026-01-01T10:00:01.000001+00:00', message, msg_type: 'request' };
}

/** What an agent ends a task with. */
export function completion(taskId: string, body: string): object {
  const message = {
    task_id: taskId,
    broadcast_id: newId(),
    sender: agent('supervisor'),
    recipients: [agent('all')],
    subject: '::task_complete::',
    body,
    sender_swarm: 'demo',
    recipient_swarms: ['demo'],
    routing_info: {},
  };
  return { id: newId(), timestamp: '2026-01-01T10:00:02.000002+00:00', message, msg_type: 'broadcast_complete' };
}
