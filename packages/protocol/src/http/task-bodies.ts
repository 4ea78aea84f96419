import { z } from 'zod';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

/** An event of a task record. `data` is JSON text in `/task` and an object in `/message`; both are read. */
export const storedEventSchema = z.strictObject({
  event: z.string(),
  data: z.unknown(),
  id: z.string().nullable().optional(),
  retry: z.number().nullable().optional(),
});

const taskRecordSchema = z
  .strictObject({
    task_id: z.string(),
    task_owner: z.string(),
    task_contributors: z.array(z.string()),
    start_time: z.string(),
    events: z.array(storedEventSchema),
    is_running: z.boolean(),
    task_message_queue: z.array(z.unknown()),
    remote_swarms: z.array(z.string()),
    completed: z.boolean(),
    title: z.string().nullable(),
    /** Ours: how the task stands, for programs. */
    status: z.enum(['running', 'paused', 'complete', 'error', 'cancelled']).optional(),
    /** Ours: where it stands among those that wait to ask a model, while it does; 1 is next. */
    queued: z.strictObject({ place: z.number().int() }).optional(),
  })
  .meta({ id: 'TaskRecord' });

export const taskRecordWire = wireCodec({ name: 'task record', schema: taskRecordSchema });
export type TaskRecord = Wired<typeof taskRecordWire>;

/** `GET /tasks`: records by task id. */
export const taskListWire = wireCodec({ name: 'task list', schema: z.record(z.string(), taskRecordSchema) });
export type TaskList = Wired<typeof taskListWire>;

/** `GET /task`, whose parameters may come as a body or as a query. */
export const taskQueryWire = wireCodec({ name: 'task query', schema: z.strictObject({ task_id: filledTextSchema }) });
export type TaskQuery = Wired<typeof taskQueryWire>;

/** What `POST /tasks/:id/cancel` answers. */
export const taskStateWire = wireCodec({
  name: 'task state',
  schema: z
    .strictObject({ task_id: z.string(), status: z.enum(['running', 'paused', 'complete', 'error', 'cancelled']) })
    .meta({ id: 'TaskState' }),
});
export type TaskState = Wired<typeof taskStateWire>;

/** The results that `POST /tasks/:id/resume` takes, if they name their calls. */
export const callResultsWire = wireCodec({
  name: 'call results',
  schema: z.array(z.strictObject({ call_id: filledTextSchema, content: z.unknown() })).meta({ id: 'CallResults' }),
});
export type CallResults = Wired<typeof callResultsWire>;
