import { z } from 'zod';
import { mailMessageSchema } from '../messages/mail-message.ts';
import { camelSchema } from '../wire/camel-schema.ts';
import { budgetsSchema, usedBudgetSchema } from './budget.ts';
import { CALL_KINDS, callResultSchema, openCallSchema } from './call.ts';
import { jsonValueSchema } from './json-value.ts';
import { liveTextSchema, TEXT_KINDS } from './live-text.ts';
import { jsonSchemaSchema, toolSpecSchema } from './tool-spec.ts';
import { usageSchema } from './usage.ts';

const callRef = { callId: z.string(), tool: z.string(), kind: z.enum(CALL_KINDS) };

const factOptions = [
  z.strictObject({
    type: z.literal('run-started'),
    answerId: z.string(),
    /** Ids of the messages that start the run; one that came while another run was open may start the next. */
    messages: z.array(z.string()).optional(),
    tools: z.array(toolSpecSchema).optional(),
    responseFormat: jsonSchemaSchema.optional(),
  }),
  /** One entry per recipient; `to` is that recipient's agent address. */
  z.strictObject({ type: z.literal('message'), to: z.string(), message: camelSchema(mailMessageSchema) }),
  z.strictObject({
    type: z.literal('call'),
    ...callRef,
    input: jsonValueSchema,
    reasoning: z.string().optional(),
    /** The earlier call of the same turn whose reasoning led to this one as well. */
    reasoningRef: z.string().optional(),
    preamble: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('call-started'), ...callRef, input: jsonValueSchema }),
  /** Repeats tool and kind (and the input where readers show it), so that an entry can be read without the ones before. */
  z.strictObject({
    type: z.literal('call-ended'),
    ...callRef,
    input: jsonValueSchema.optional(),
    result: callResultSchema,
  }),
  /** What model calls used up: one call unless it says how many, failed ones included. */
  z.strictObject({
    type: z.literal('usage'),
    model: z.string(),
    usage: usageSchema,
    calls: z.number().int().optional(),
    /** The provider did not say, because a call was cut off or broke: this is what it came to, roughly. */
    estimated: z.literal(true).optional(),
  }),
  /** A part of a turn's text begins here; readers are shown none of it before. */
  z.strictObject({
    type: z.literal('text-started'),
    attempt: z.number().int(),
    part: z.number().int(),
    kind: z.enum(TEXT_KINDS),
  }),
  /** All that a turn wrote, in the same commit as what came of it. A part that was not started begins here. */
  z.strictObject({ type: z.literal('text-written'), attempt: z.number().int(), parts: z.array(liveTextSchema) }),
  z.strictObject({ type: z.literal('text-abandoned'), attempt: z.number().int(), parts: z.array(liveTextSchema) }),
  z.strictObject({ type: z.literal('compacted'), through: z.number().int() }),
  z.strictObject({ type: z.literal('notice'), code: z.string(), text: z.string() }),
  /** Lists every call that is open now, not only the one that caused the pause; none, if only a budget holds the run up. */
  z.strictObject({
    type: z.literal('paused'),
    calls: z.array(openCallSchema),
    budget: usedBudgetSchema.optional(),
    budgets: budgetsSchema,
  }),
  z.strictObject({ type: z.literal('resumed'), callIds: z.array(z.string()) }),
  z.strictObject({
    type: z.literal('run-ended'),
    outcome: z.enum(['complete', 'error', 'cancelled']),
    text: z.string(),
    code: z.string().optional(),
    budgets: budgetsSchema,
  }),
] as const;

const localFactSchema = z.discriminatedUnion('type', factOptions);
type LocalFact = z.infer<typeof localFactSchema>;

const place = { run: z.number().int(), agent: z.string().optional(), turn: z.number().int().optional() };
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
const stamp = { seq: z.number().int().min(1), at: z.string().refine(isTime, { error: 'a time' }) };

/** A pause is for calls, or for a budget. */
const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

/** What happened in another swarm that works on the same task. */
const remoteSchema = z.strictObject({ type: z.literal('remote'), swarm: z.string(), fact: localFactSchema });

/** Something that happened in a task. */
export type Fact = LocalFact | z.infer<typeof remoteSchema>;

/** A fact on its way into the log: in which run, and by which agent in which of its turns. */
export type NewEntry = { run: number; agent?: string; turn?: number } & Fact;

/** A fact in the log: `seq` counts from 1 without gaps per task. */
export type LogEntry = NewEntry & { seq: number; at: string };

/** A message in the log. */
export type MessageEntry = LogEntry & { type: 'message' };

export const logEntrySchema: z.ZodType<LogEntry> = z
  .discriminatedUnion('type', [
    ...factOptions.map((option) => option.extend({ ...place, ...stamp })),
    remoteSchema.extend({ ...place, ...stamp }),
  ] as unknown as [z.ZodObject, ...z.ZodObject[]])
  .refine((entry) => entry.type !== 'paused' || !isEmpty(entry.calls) || entry.budget !== undefined, {
    path: ['calls'],
    error: 'a list of at least 1 item',
  })
  .meta({ id: 'LogEntry' }) as unknown as z.ZodType<LogEntry>;
