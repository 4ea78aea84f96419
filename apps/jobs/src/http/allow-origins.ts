import { cors } from 'hono/cors';

const EXTENSION = /^chrome-extension:\/\/[a-z]{32}$/;
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Lets browser extensions and pages of this machine call us. Tokens go in headers, so cookies are never asked for. */
export function allowOrigins(): ReturnType<typeof cors> {
  return cors({
    origin: (origin) => (EXTENSION.test(origin) || LOCAL.test(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'X-Eve-Token', 'Accept-Language', 'Last-Event-ID', 'If-None-Match'],
    exposeHeaders: [
      'X-Vercel-AI-UI-Message-Stream',
      'X-Conversation-Id',
      'Location',
      'Content-Disposition',
      'ETag',
      'X-Warnings',
    ],
    maxAge: 600,
  });
}
