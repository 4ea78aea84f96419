import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const atServer = { target: 'http://127.0.0.1:8000' };

/** Builds the studio into the package of the server, which serves it from there. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, so that the page works below any path.
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../../packages/server/src/studio/dist/', import.meta.url)),
    emptyOutDir: true,
    // What lays out graphs is large and loaded only with them.
    chunkSizeWarningLimit: 2000,
    // Files of their own for everything: data addresses would need an exception in the policy of the page.
    assetsInlineLimit: 0,
  },
  // `npx vite apps/studio` while working on the studio itself, with a server from `npm start` beside it.
  server: {
    proxy: Object.fromEntries(
      ['/chat', '/ui', '/tasks', '/swarms', '/whoami', '/health', '/message'].map((path) => [path, atServer]),
    ),
  },
});
