import { type WireCodec, wireCodec, type Wired } from '@posthouse/protocol';
import { z } from 'zod';

/** How many forks of forks a task remembers. */
export const MAX_FORKS = 100;

/** How many instances may work on a task. */
export const MAX_CONTRIBUTORS = 100;

const amount = z.number().min(0).optional();

const schema = z.strictObject({
  /** The instances that write and are written to, `role:id@swarm`: a swarm may work on a task for several others. */
  from: z.string().optional(),
  to: z.string().optional(),
  hops: z.number().int().min(0).optional(),
  /** The swarms that the matter has come through, the sender's among them. */
  above: z.array(z.string()).max(100).optional(),
  seq: z.number().int().min(0).optional(),
  /** The run of the task's owner that the letter belongs to: whoever forks the task forks before one of these. */
  task_run: z.number().int().min(1).optional(),
  /** On the first letters of a forked task: what it goes on from, newest first. */
  forked_from: z
    .array(z.strictObject({ task_id: z.string().min(1).max(256), before_run: z.number().int().min(1) }))
    .max(MAX_FORKS)
    .optional(),
  /** Beside it: the instances of the reader's swarm that worked on those tasks for others. */
  forked_parts: z.array(z.string()).max(MAX_CONTRIBUTORS).optional(),
  /** What is left of the limits of the run that sends it. */
  left: z
    .strictObject({ messages: amount, turns: amount, milliseconds: amount, tokens: amount, cost: amount })
    .optional(),
  /** By swarm: what lets whoever has it write back about this task. */
  invitations: z.record(z.string(), z.string().max(256)).optional(),
  ended: z
    .strictObject({
      outcome: z.enum(['complete', 'error', 'cancelled']),
      seen: z.array(z.string()).optional(),
      answered: z.boolean().optional(),
    })
    .optional(),
  paused: z
    .array(z.strictObject({ call_id: z.string().min(1), tool: z.string(), input: z.unknown() }))
    .min(1)
    .optional(),
  /** The run that waits, or that waits in vain. */
  run: z.number().int().min(0).optional(),
  /** Results for calls that the reader's run waits for. */
  answers: z
    .array(z.strictObject({ call_id: z.string().min(1), content: z.unknown() }))
    .min(1)
    .optional(),
});

/** What servers of ours tell each other in the metadata of an envelope. Servers of others see free-form data. */
export const letterMetadataWire: WireCodec<typeof schema> = wireCodec({ name: 'letter metadata', schema });

export type LetterMetadata = Wired<typeof letterMetadataWire>;
