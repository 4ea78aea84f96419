import { z } from 'zod';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

const metadataSchema = z.record(z.string(), z.unknown());

/** `GET /swarms`. */
export const swarmListWire = wireCodec({
  name: 'swarm list',
  schema: z
    .strictObject({
      swarms: z.array(
        z.strictObject({
          swarm_name: z.string(),
          base_url: z.string(),
          version: z.string(),
          last_seen: z.string().nullable(),
          is_active: z.boolean().optional(),
          latency: z.number().nullable().optional(),
          swarm_description: z.string(),
          keywords: z.array(z.string()),
          metadata: metadataSchema.nullable().optional(),
        }),
      ),
    })
    .meta({ id: 'SwarmList' }),
});
export type SwarmList = Wired<typeof swarmListWire>;

/** `POST /swarms`, and `POST /swarms/register` of MAIL's OpenAPI document. */
export const registerSwarmWire = wireCodec({
  name: 'swarm registration',
  aliases: { swarm_name: 'name' },
  schema: z
    .strictObject({
      name: filledTextSchema,
      base_url: filledTextSchema,
      auth_token: z.string().optional(),
      volatile: z.boolean().optional(),
      metadata: metadataSchema.optional(),
    })
    .meta({ id: 'RegisterSwarm' }),
});
export type RegisterSwarm = Wired<typeof registerSwarmWire>;

/** What registering, dumping and loading a swarm answer. */
export const swarmChangedWire = wireCodec({
  name: 'swarm change',
  schema: z
    .strictObject({ status: z.enum(['registered', 'dumped', 'success']), swarm_name: z.string() })
    .meta({ id: 'SwarmChanged' }),
});
export type SwarmChanged = Wired<typeof swarmChangedWire>;

/** `POST /swarms/load`: one swarm, as JSON text. */
export const loadSwarmWire = wireCodec({
  name: 'swarm to load',
  schema: z.strictObject({ json: filledTextSchema }).meta({ id: 'LoadSwarm' }),
});
export type LoadSwarm = Wired<typeof loadSwarmWire>;
