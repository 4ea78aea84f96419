import { fileURLToPath } from 'node:url';
import { mergeConfig, type Plugin } from 'vite';
import page from '../../../examples/chat-page/vite.config.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The transport that the page uses, and what it gets in its place. */
const SWAPPED: Readonly<Record<string, string>> = {
  'ai-sdk-7.ts ai': file('our-transport-for-7.ts'),
  'ai-sdk-6.ts @posthouse/client/chat': file('plain-transport-for-6.ts'),
};

const swap: Plugin = {
  name: 'swapped-transport',
  enforce: 'pre',
  resolveId: (source, importer) => SWAPPED[`${importer?.split('/').at(-1)} ${source}`],
};

/** Builds the page with the transport that it does not use by itself: ours with AI SDK 7, the plain one with AI SDK 6. */
export default (environment: Parameters<typeof page>[0]) => mergeConfig(page(environment), { plugins: [swap] });
