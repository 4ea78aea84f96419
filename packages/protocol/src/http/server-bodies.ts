import { z } from 'zod';
import { timestampSchema } from '../timestamp.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

/** `GET /`. `version` is the name that MAIL's OpenAPI document has for the protocol version. */
export const serverInfoWire = wireCodec({
  name: 'server info',
  schema: z
    .strictObject({
      name: z.literal('mail'),
      protocol_version: z.string(),
      version: z.string().optional(),
      swarm: z.strictObject({
        name: z.string(),
        version: z.string(),
        description: z.string().optional(),
        entrypoint: z.string(),
        keywords: z.array(z.string()).optional(),
        public: z.boolean().optional(),
      }),
      status: z.string(),
      uptime: z.number(),
      /** Ours: what the server does beyond MAIL, so that clients need not guess. */
      features: z.array(z.string()).optional(),
      /** Ours: the key by which peers know that a letter comes from this server, 32 bytes of Ed25519 as base64url. */
      public_key: z.string().optional(),
      key_id: z.string().optional(),
    })
    .meta({ id: 'ServerInfo' }),
});
export type ServerInfo = Wired<typeof serverInfoWire>;

/**
 * The features that our servers announce: a repeated `Idempotency-Key` is one message, frames of streams carry ids
 * from which a stream can be continued, and the server signs what it writes to peers and lets them follow, cancel
 * and resume what they asked for.
 */
export const SERVER_FEATURES = ['idempotency-key', 'event-ids', 'federation'] as const;
export type ServerFeature = (typeof SERVER_FEATURES)[number];

/** `GET /health` and the answer of `POST /health`. */
export const healthWire = wireCodec({
  name: 'health',
  schema: z
    .strictObject({ status: z.string(), swarm_name: z.string(), timestamp: timestampSchema })
    .meta({ id: 'Health' }),
});
export type Health = Wired<typeof healthWire>;

/** `POST /health`. */
export const healthUpdateWire = wireCodec({
  name: 'health update',
  schema: z.strictObject({ status: filledTextSchema }).meta({ id: 'HealthUpdate' }),
});
export type HealthUpdate = Wired<typeof healthUpdateWire>;

/** `GET /whoami`. */
export const whoamiWire = wireCodec({
  name: 'identity',
  aliases: { username: 'id' },
  schema: z.strictObject({ id: z.string(), role: z.enum(['admin', 'user', 'agent']) }).meta({ id: 'Whoami' }),
});
export type Whoami = Wired<typeof whoamiWire>;

/** `GET /status`. */
export const serverStatusWire = wireCodec({
  name: 'server status',
  schema: z
    .strictObject({
      swarm: z.strictObject({ name: z.string(), status: z.string() }),
      active_users: z.number().int(),
      user_mail_ready: z.boolean(),
      user_task_running: z.boolean(),
    })
    .meta({ id: 'ServerStatus' }),
});
export type ServerStatus = Wired<typeof serverStatusWire>;

/** Every answer that is not a success. `code` is ours. */
export const errorBodyWire = wireCodec({
  name: 'error',
  schema: z
    .strictObject({ detail: z.string(), code: z.string().optional(), details: z.unknown().optional() })
    .meta({ id: 'ErrorBody' }),
});
export type ErrorBody = Wired<typeof errorBodyWire>;
