import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const atServer = { target: 'http://127.0.0.1:3033' };

/** Builds the page into the app, which serves it from there. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, so that the page works below any path.
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../src/web/dist/', import.meta.url)),
    emptyOutDir: true,
    // What shows markdown is large, and loaded only with the views that do.
    chunkSizeWarningLimit: 700,
    // Files of their own for everything: data addresses would need an exception in the policy of the page.
    assetsInlineLimit: 0,
  },
  // `npx vite apps/jobs/web` while working on the page itself, with the app from `npm run jobs` beside it.
  server: { proxy: Object.fromEntries(['/jobs', '/auth', '/health'].map((path) => [path, atServer])) },
});
