import type { InstanceRole, JSONObject } from '@posthouse/protocol';
import type { NewSession, Session, SessionBranch } from './session.ts';
import { fromTextColumn, toTextColumn } from './text-column.ts';
import { toJSON } from './write/to-json.ts';

/** A session in the columns that both databases have. Ids are as the application knows them. */
export type SessionRow = {
  version: number;
  role: InstanceRole;
  owner: string;
  id: string;
  agent: string;
  title: string;
  task_id: string;
  branches: string;
  data: string;
  unfinished: number | boolean;
  created_at: number;
  updated_at: number;
};

/** What of a session may change, ready to be written. */
export type SessionColumns = [
  agent: string,
  title: string,
  taskId: string,
  branches: string,
  data: string,
  unfinished: number,
];

/** The session behind a row, in whichever database. */
export function toSession(row: SessionRow): Session {
  return {
    owner: { role: row.role, id: row.owner },
    id: row.id,
    agent: fromTextColumn(row.agent),
    title: fromTextColumn(row.title),
    taskId: fromTextColumn(row.task_id),
    branches: JSON.parse(row.branches) as SessionBranch[],
    data: JSON.parse(row.data) as JSONObject,
    ...(Number(row.unfinished) === 1 ? { unfinished: true } : {}),
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function toSessionColumns({ agent, title, taskId, branches, data, unfinished }: NewSession): SessionColumns {
  return [
    toTextColumn(agent),
    toTextColumn(title),
    toTextColumn(taskId),
    toJSON(branches, 'the branches of a session'),
    toJSON(data, 'the data of a session'),
    unfinished === true ? 1 : 0,
  ];
}
