import { PosthouseError } from '@posthouse/protocol';
import type { Hono } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import { type PageFile, readPageFiles, STUDIO_FOLDER } from './studio-files.ts';

/** The page may load and ask nothing but the server that it comes from, whatever an agent makes it show. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/studio/`: the studio, as files that anybody may read; what it shows it asks for with a token. */
export function addStudioRoutes(app: Hono<AppEnv>, folder: string = STUDIO_FOLDER): void {
  let files: Promise<ReadonlyMap<string, PageFile> | undefined> | undefined;

  app.get('/studio/*', async (c) => {
    const { pathname } = new URL(c.req.url);
    // Relative addresses in the page need the slash.
    if (pathname === '/studio') return c.redirect('/studio/');
    files ??= readPageFiles(folder);
    const known = await files;
    if (known === undefined) {
      // It may be built while the server runs.
      files = undefined;
      throw notFound('the studio is not built; run npm run build');
    }
    const name = pathname.slice('/studio/'.length);
    const file = known.get(name === '' ? 'index.html' : name);
    if (file === undefined) throw notFound('Not Found');
    return c.body(file.bytes, 200, {
      'Content-Type': file.type,
      'Cache-Control': file.lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
  });
}

function notFound(message: string): PosthouseError {
  return new PosthouseError({ code: 'not_found', message });
}
