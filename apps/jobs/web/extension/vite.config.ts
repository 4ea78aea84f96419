import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** Builds the page of the jobs assistant as the side panel of an extension, into a folder that browsers load. */
export default defineConfig({
  root: here,
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    // Everything is on the disk of the reader already.
    chunkSizeWarningLimit: 2000,
    // Data addresses would need an exception in the policy of the panel.
    assetsInlineLimit: 0,
    // The panel loads its parts from the disk; there is nothing to fetch early, and no inline script to do it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { panel: join(here, 'panel.html'), 'service-worker': join(here, 'service-worker.ts') },
      output: {
        // The manifest names it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
