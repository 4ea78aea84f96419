import { z } from 'zod';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { storedEventSchema } from './task-bodies.ts';

/** `GET /ui/agents`. */
export const uiAgentsWire = wireCodec({
  name: 'agent list',
  schema: z
    .strictObject({
      agents: z.array(
        z.strictObject({
          name: z.string(),
          comm_targets: z.array(z.string()),
          enable_entrypoint: z.boolean(),
          can_complete_tasks: z.boolean(),
          enable_interswarm: z.boolean(),
        }),
      ),
      entrypoint: z.string(),
    })
    .meta({ id: 'UIAgents' }),
});
export type UIAgents = Wired<typeof uiAgentsWire>;

const uiTaskFields = {
  task_id: z.string(),
  task_owner: z.string(),
  is_running: z.boolean(),
  completed: z.boolean(),
  start_time: z.string(),
  title: z.string().nullable(),
};

/** `GET /ui/tasks`. */
export const uiTaskListWire = wireCodec({
  name: 'task overview',
  schema: z.array(z.strictObject({ ...uiTaskFields, event_count: z.number().int() })).meta({ id: 'UITaskList' }),
});
export type UITaskList = Wired<typeof uiTaskListWire>;

/** `GET /ui/task/:id`. */
export const uiTaskWire = wireCodec({
  name: 'task with events',
  schema: z.strictObject({ ...uiTaskFields, events: z.array(storedEventSchema) }).meta({ id: 'UITask' }),
});
export type UITask = Wired<typeof uiTaskWire>;

/** `GET /ui/task-summary/:id`. */
export const uiTaskTitleWire = wireCodec({
  name: 'task title',
  schema: z.strictObject({ task_id: z.string(), title: z.string() }).meta({ id: 'UITaskTitle' }),
});
export type UITaskTitle = Wired<typeof uiTaskTitleWire>;

/** `GET /ui/dump-events`. */
export const uiEventDumpWire = wireCodec({
  name: 'event dump',
  schema: z
    .strictObject({
      message: z.string(),
      event_count: z.number().int(),
      events: z.array(
        z.strictObject({
          task_id: z.string(),
          event_type: z.string(),
          event_id: z.string().nullable(),
          data: z.unknown(),
        }),
      ),
    })
    .meta({ id: 'UIEventDump' }),
});
export type UIEventDump = Wired<typeof uiEventDumpWire>;
