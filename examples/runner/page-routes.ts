import { invalidConfiguration } from '@posthouse/protocol';
import type { RunningServer, StartOptions } from '@posthouse/server';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

type Extend = NonNullable<StartOptions['extend']>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page may load and ask nothing but the server that it comes from, whatever an agent makes it show. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/**
 * Routes for a built page: the files of a folder, read once, below a path that ends with a slash.
 *
 * @example await startServer(team, { extend: await pageRoutes('/chat-page/', 'dist') });
 */
export async function pageRoutes(path: string, folder: string): Promise<Extend> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw invalidConfiguration(`there is no page in ${folder}; build it first, as npm run chat does`, { cause });
  });
  const contents = await Promise.all(
    files
      .filter((file) => file.isFile() && extname(file.name) in TYPES)
      .map(async (file) => {
        const place = join(file.parentPath, file.name);
        const name = place.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '');
        return { name, type: TYPES[extname(name)]!, bytes: await readFile(place) };
      }),
  );
  return (app) => {
    app.get(path.replace(/\/$/, ''), (c) => c.redirect(path));
    for (const { name, type, bytes } of contents) {
      // The names of assets change with what is in them; the page that names them must be looked at again.
      const cached = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      const headers = { 'Content-Type': type, 'Cache-Control': cached, 'Content-Security-Policy': POLICY };
      app.get(`${path}${name === 'index.html' ? '' : name}`, (c) => c.body(bytes, 200, headers));
    }
  };
}

/** The address to open, with the token that the page is to use; it stays in the browser. */
export function toPageURL({ url, tokens }: Pick<RunningServer, 'url' | 'tokens'>, path: string): string {
  return `${url}${path}${tokens === undefined ? '' : `#token=${tokens.user}`}`;
}
