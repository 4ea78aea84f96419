import { z } from 'zod';
import { filledList, filledTextSchema } from '../wire/filled.ts';
import { wireCodec } from '../wire/wire-codec.ts';

/** `POST /manual`: a message into the buffers of agents, which wakes nobody. Ours. */
export const manualPostWire = wireCodec({
  name: 'manual message',
  schema: z
    .strictObject({
      body: z.string(),
      subject: filledTextSchema.optional(),
      task_id: filledTextSchema.optional(),
      swarm: filledTextSchema.optional(),
      /** Names of agents, or `all`; the entrypoint by default. */
      recipients: filledList(filledTextSchema).optional(),
    })
    .meta({ id: 'ManualPost' }),
});

/** What `POST /manual` answers. Ours. */
export const manualTaskWire = wireCodec({
  name: 'manual task',
  schema: z.strictObject({ task_id: z.string() }).meta({ id: 'ManualTask' }),
});

const stepSchema = z
  .strictObject({
    target: filledTextSchema,
    response_type: z.enum(['broadcast', 'response', 'request']).optional(),
    response_targets: filledList(filledTextSchema).optional(),
    payload: z.string().optional(),
  })
  .meta({ id: 'ManualStep' });

/** `POST /tasks/:id/step`: one turn of one agent. Ours. */
export const manualStepWire = wireCodec({ name: 'step', schema: stepSchema });

/** `GET /tasks/:id/proposal`: the next step, if a program proposes one. Ours. */
export const manualProposalWire = wireCodec({
  name: 'proposal',
  schema: z.strictObject({ step: stepSchema.nullable() }).meta({ id: 'ManualProposal' }),
});

/** What `POST /tasks/:id/step` answers. Ours. */
export const manualStepResultWire = wireCodec({
  name: 'step result',
  schema: z
    .strictObject({
      task_id: z.string(),
      run: z.number().int(),
      step_id: z.string(),
      status: z.enum(['done', 'complete', 'paused']),
      text: z.string(),
    })
    .meta({ id: 'ManualStepResult' }),
});
