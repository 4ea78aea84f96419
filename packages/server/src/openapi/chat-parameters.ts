import { z } from 'zod';
import { inPath, inQuery } from './shared-parameters.ts';

export const SESSION_ID = 'b3f1c2';
export const MESSAGE_ID = 'msg-7';
export const ANSWER_ID = '0b9b7a1e-57f5-4d0c-8f4c-6f5f1c1f0c11';

export const idParameter = inPath(
  'id',
  SESSION_ID,
  'The id of the session: the one that `useChat` has. Sessions of other callers do not exist as far as you can see.',
  z.string().min(1).max(256),
);

export const limitParameter = inQuery(
  'limit',
  '20',
  'How many at most, from 1 to 200; 50 unless given.',
  z.string().regex(/^\d{1,3}$/),
);

export const shownMessageSchema = z
  .looseObject({
    id: z.string(),
    role: z.enum(['user', 'assistant', 'system']),
    parts: z.array(z.looseObject({ type: z.string() })),
  })
  .meta({ id: 'UIMessage' });
