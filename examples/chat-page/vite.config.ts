import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/**
 * Builds the page against AI SDK 7, or with `--mode ai-sdk-6` against AI SDK 6: `#sdk` of package.json stands for the
 * file of `src/sdk` that knows the one or the other.
 */
export default defineConfig(({ mode }) => {
  const conditions = mode === 'ai-sdk-6' ? ['ai-sdk-6'] : [];
  return {
    root: import.meta.dirname,
    // Relative addresses, so that the page works below any path.
    base: './',
    plugins: [react()],
    resolve: { conditions: [...conditions, ...defaultClientConditions] },
    build: {
      outDir: mode === 'ai-sdk-6' ? 'dist/ai-sdk-6' : 'dist/ai-sdk-7',
      emptyOutDir: true,
      chunkSizeWarningLimit: 1000,
    },
    // `npx vite examples/chat-page` while working on the page itself, with a server from `npm start` beside it.
    server: { proxy: { '/chat': { target: 'http://127.0.0.1:8000' } } },
  };
});
