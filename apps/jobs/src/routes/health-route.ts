import { z } from 'zod';
import { publicRoute, type Route } from '../http/route.ts';

/** Says that the app is there, and what it can do. */
export function healthRoute({ version, capabilities }: { version: string; capabilities: readonly string[] }): Route {
  return publicRoute({
    method: 'get',
    path: '/health',
    operation: 'health',
    tag: 'app',
    summary: 'Whether the app runs',
    answers: {
      200: {
        description: 'It is.',
        schema: z.object({ status: z.literal('ok'), version: z.string(), capabilities: z.array(z.string()) }),
      },
    },
    handle: ({ c }) => c.json({ status: 'ok', version, capabilities }),
  });
}
