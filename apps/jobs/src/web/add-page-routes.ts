import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, MiddlewareHandler } from 'hono';
import { JobsError } from '../errors/jobs-error.ts';

/** Where the build of the page lies. */
const PAGE_FOLDER: string = fileURLToPath(new URL('./dist/', import.meta.url));

/** The page may load and ask nothing but the app that it comes from, whatever a posting or a model makes it show. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // A PDF that the page has fetched is shown in a frame.
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/`: the page, as files that anybody may read; what it shows it asks for with a token. */
export function addPageRoutes(app: Hono, folder: string = PAGE_FOLDER): void {
  let files: MiddlewareHandler | undefined;
  const send: MiddlewareHandler = async (c, next) => {
    // It may be built while the app runs.
    if (files === undefined && existsSync(join(folder, 'index.html'))) files = serveStatic({ root: folder });
    const answer = await (files === undefined ? next() : files(c, next));
    if (answer instanceof Response) addHeaders(answer.headers, c.req.path);
    return answer;
  };
  app.get('/', send, () => {
    throw new JobsError('pageNotBuilt');
  });
  app.get('/assets/*', send);
  app.get('/icon.svg', send);
}

function addHeaders(headers: Headers, path: string): void {
  // The names of assets change with what is in them; the page that names them must be looked at again.
  const isLasting = path.startsWith('/assets/');
  headers.set('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache');
  headers.set('Content-Security-Policy', POLICY);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
}
