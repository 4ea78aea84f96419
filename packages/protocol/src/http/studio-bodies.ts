import { z } from 'zod';
import { logEntrySchema } from '../log/log-entry.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

const taskStatusSchema = z.enum(['running', 'paused', 'complete', 'error', 'cancelled']);

const spentFields = { input_tokens: z.number(), output_tokens: z.number(), cost: z.number().optional() };

/** `GET /ui/swarms`: the swarms of this server, to choose from. Ours. */
export const uiSwarmsWire = wireCodec({
  name: 'swarm overview',
  schema: z
    .strictObject({
      default: z.string(),
      swarms: z.array(
        z.strictObject({
          name: z.string(),
          version: z.string(),
          description: z.string(),
          entrypoint: z.string(),
          keywords: z.array(z.string()),
          /** A sample question, for whoever tries the swarm. */
          question: z.string().optional(),
          agents: z.array(
            z.strictObject({
              name: z.string(),
              description: z.string().optional(),
              model: z.string().optional(),
              comm_targets: z.array(z.string()),
              actions: z.array(z.string()),
              enable_entrypoint: z.boolean(),
              can_complete_tasks: z.boolean(),
              enable_interswarm: z.boolean(),
            }),
          ),
        }),
      ),
    })
    .meta({ id: 'UISwarms' }),
});
export type UISwarms = Wired<typeof uiSwarmsWire>;

/** `GET /ui/overview`: tasks of all swarms, one line each. Ours. */
export const uiOverviewWire = wireCodec({
  name: 'overview of tasks',
  schema: z
    .strictObject({
      tasks: z.array(
        z.strictObject({
          task_id: z.string(),
          swarm: z.string(),
          title: z.string().nullable(),
          status: taskStatusSchema,
          /** Its place among the runs that wait to ask a model, if it waits; 1 is next. */
          queued: z.strictObject({ place: z.number().int() }).optional(),
          runs: z.number().int(),
          entries: z.number().int(),
          start_time: z.string(),
          change_time: z.string(),
          usage: z.strictObject(spentFields),
          /** Calls that wait for somebody. */
          waiting: z.array(
            z.strictObject({
              call_id: z.string(),
              tool: z.string(),
              input: z.unknown(),
              /** Whether a yes or no is asked for; a result otherwise. */
              approval: z.boolean(),
              since: z.string(),
            }),
          ),
        }),
      ),
    })
    .meta({ id: 'UIOverview' }),
});
export type UIOverview = Wired<typeof uiOverviewWire>;

/** `GET /ui/usage`: what was spent, by hour, swarm, agent and model. Ours. */
export const uiUsageWire = wireCodec({
  name: 'usage overview',
  schema: z
    .strictObject({
      usage: z.array(
        z.strictObject({
          /** When the hour began. */
          hour: z.string(),
          swarm: z.string(),
          agent: z.string(),
          model: z.string(),
          calls: z.number().int(),
          ...spentFields,
        }),
      ),
    })
    .meta({ id: 'UIUsage' }),
});
export type UIUsage = Wired<typeof uiUsageWire>;

/** `GET /tasks/:id/log`: a page of the log. Its entries are as they are stored. Ours. */
export const taskLogSchema = z
  .strictObject({
    task_id: z.string(),
    status: taskStatusSchema,
    /** The `seq` of the newest entry. */
    head: z.number().int(),
    entries: z.array(logEntrySchema),
  })
  .meta({ id: 'TaskLog' });

/** `POST /tasks/:id/fork`. Ours. */
export const forkTaskWire = wireCodec({
  name: 'fork',
  schema: z
    .strictObject({ before_run: z.number().int().min(1), new_task_id: filledTextSchema.optional() })
    .meta({ id: 'ForkTask' }),
});

/** What `POST /tasks/:id/fork` answers. Ours. */
export const forkedTaskWire = wireCodec({
  name: 'forked task',
  schema: z.strictObject({ task_id: z.string(), forked_from: z.string() }).meta({ id: 'ForkedTask' }),
});
