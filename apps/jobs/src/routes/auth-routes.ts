import { z } from 'zod';
import { addDevice, findDevice, firstOwner, forgetDevice } from '../auth/owners.ts';
import type { PairingCode } from '../auth/pairing-code.ts';
import { readToken } from '../auth/read-token.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { publicRoute, type Route } from '../http/route.ts';
import type { Services } from '../services/services.ts';

/** How devices get in. */
export function authRoutes({ database, now }: Services, pairing: PairingCode | undefined): Route[] {
  return [
    publicRoute({
      method: 'post',
      path: '/auth/pair',
      operation: 'pair',
      tag: 'auth',
      summary: 'Exchanges the code that was printed at the start for a token of this device',
      body: z.strictObject({
        code: z.string().min(1).max(100),
        name: z.string().trim().min(1).max(100).optional().meta({ description: 'The name of the device.' }),
      }),
      answers: {
        201: {
          description: 'The token. It is not shown again.',
          schema: z.object({ success: z.literal(true), token: z.string(), deviceId: z.number().int() }),
        },
      },
      problems: ['wrongCode', 'pairingClosed'],
      handle: ({ c, body }) => {
        const result = pairing?.redeem(body.code) ?? { accepted: false as const, triesLeft: 0 };
        if (!result.accepted) {
          throw result.triesLeft === 0
            ? new JobsError('pairingClosed')
            : new JobsError('wrongCode', { values: { left: result.triesLeft } });
        }
        const ownerId = firstOwner(database, now());
        const { id, token } = addDevice(database, { ownerId, name: body.name ?? 'device', now: now() });
        return c.json({ success: true, token, deviceId: id }, 201);
      },
    }),
    publicRoute({
      method: 'get',
      path: '/auth/verify',
      operation: 'verifyToken',
      tag: 'auth',
      summary: 'Whether the token of this request is valid',
      answers: {
        200: {
          description: 'Yes, or why not.',
          schema: z.object({
            valid: z.boolean(),
            reason: z.enum(['missing_token', 'invalid_token']).optional(),
            device: z.string().optional(),
          }),
        },
      },
      handle: ({ c }) => {
        const token = readToken(c.req);
        if (token === undefined) return c.json({ valid: false, reason: 'missing_token' });
        const device = findDevice(database, token, now());
        return c.json(
          device === undefined ? { valid: false, reason: 'invalid_token' } : { valid: true, device: device.name },
        );
      },
    }),
    publicRoute({
      method: 'delete',
      path: '/auth/device',
      operation: 'forgetDevice',
      tag: 'auth',
      summary: 'Ends the token of this request; the device has to pair again',
      answers: { 204: { description: 'It is no longer valid.' } },
      problems: ['unauthorized'],
      handle: ({ c }) => {
        const token = readToken(c.req);
        if (token === undefined || !forgetDevice(database, token)) throw new JobsError('unauthorized');
        return c.body(null, 204);
      },
    }),
  ];
}
