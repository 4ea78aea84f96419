import { z } from 'zod';
import { filledList, filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

const metadataSchema = z.record(z.string(), z.unknown());

/** Which agents a peer may write to beside those that are open to all peers; `all` is every one. Ours. */
const reachSchema = z.array(filledTextSchema);

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
      agents: reachSchema.optional(),
      /** Ours: ids of tokens that speak for the swarm here, when they are not called like it. */
      callers: z.array(filledTextSchema).optional(),
    })
    .meta({ id: 'RegisterSwarm' }),
});
export type RegisterSwarm = Wired<typeof registerSwarmWire>;

/** `POST /swarms/approve`: lets agents write to a discovered swarm. Ours. */
export const approveSwarmWire = wireCodec({
  name: 'swarm approval',
  aliases: { swarm_name: 'name' },
  schema: z
    .strictObject({
      name: filledTextSchema,
      auth_token: z.string().optional(),
      volatile: z.boolean().optional(),
      agents: reachSchema.optional(),
      callers: z.array(filledTextSchema).optional(),
    })
    .meta({ id: 'ApproveSwarm' }),
});
export type ApproveSwarm = Wired<typeof approveSwarmWire>;

/** `POST /swarms/unregister`. Ours. */
export const unregisterSwarmWire = wireCodec({
  name: 'swarm to forget',
  aliases: { swarm_name: 'name' },
  schema: z.strictObject({ name: filledTextSchema }).meta({ id: 'UnregisterSwarm' }),
});
export type UnregisterSwarm = Wired<typeof unregisterSwarmWire>;

/** `POST /swarms/discover`: registries to ask for swarms. Ours. */
export const discoverSwarmsWire = wireCodec({
  name: 'registries to ask',
  schema: z.strictObject({ urls: filledList(filledTextSchema) }).meta({ id: 'DiscoverSwarms' }),
});
export type DiscoverSwarms = Wired<typeof discoverSwarmsWire>;

/** `GET /swarms/peers` and what `POST /swarms/discover` found: peers as admins see them, without their tokens. Ours. */
export const peerListWire = wireCodec({
  name: 'peer list',
  schema: z
    .strictObject({
      peers: z.array(
        z.strictObject({
          swarm_name: z.string(),
          base_url: z.string(),
          version: z.string(),
          swarm_description: z.string(),
          keywords: z.array(z.string()),
          public: z.boolean(),
          volatile: z.boolean(),
          kind: z.enum(['ours', 'reference']),
          state: z.enum(['approved', 'pending']),
          is_active: z.boolean(),
          has_token: z.boolean(),
          auth_token_ref: z.string().optional(),
          key_id: z.string().optional(),
          agents: reachSchema.optional(),
          callers: z.array(z.string()).optional(),
          last_seen: z.string().optional(),
          /** Milliseconds. */
          latency: z.number().optional(),
        }),
      ),
    })
    .meta({ id: 'PeerList' }),
});
export type PeerList = Wired<typeof peerListWire>;

/** What registering, dumping and loading a swarm answer, and what our additions to that answer. */
export const swarmChangedWire = wireCodec({
  name: 'swarm change',
  schema: z
    .strictObject({
      status: z.enum(['registered', 'dumped', 'success', 'approved', 'unregistered']),
      swarm_name: z.string(),
    })
    .meta({ id: 'SwarmChanged' }),
});
export type SwarmChanged = Wired<typeof swarmChangedWire>;

/** `POST /swarms/load`: one swarm, as JSON text. */
export const loadSwarmWire = wireCodec({
  name: 'swarm to load',
  schema: z
    .strictObject({
      json: filledTextSchema,
      /** Ours: serves it beside the others, and leaves messages that name no swarm where they went before. */
      keep_default: z.boolean().optional(),
    })
    .meta({ id: 'LoadSwarm' }),
});
export type LoadSwarm = Wired<typeof loadSwarmWire>;
