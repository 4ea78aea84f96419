import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../../../scripts/workspace/read-workspace.ts';

/** What a page does with the component that the documentation prints: it reads the messages, and then it shows them. */
const MAIN = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const [id, token] = location.hash.slice(1).split('&');
const answer = await fetch('/api/chat/' + id + '/messages', { headers: { Authorization: 'Bearer ' + token } });
const { messages = [] } = answer.ok ? await answer.json() : {};
createRoot(document.querySelector('#root')).render(createElement(Conversation, { id, token, messages }));
`;

/** Makes a page of a component as it is printed, but for the address: it asks the server that it comes from. */
export async function bundlePrinted(program: string, sdk: 6 | 7, folder: string): Promise<void> {
  await writeFile(join(folder, 'index.html'), '<div id="root"></div><script type="module" src="./page.js"></script>');
  await build({
    stdin: {
      contents: `${program.replaceAll('http://127.0.0.1:8000', '')}\n${MAIN}`,
      resolveDir: repositoryRoot,
      loader: 'tsx',
    },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    alias: sdk === 6 ? { '@ai-sdk/react': '@ai-sdk/react-6', ai: 'ai-6' } : {},
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile: join(folder, 'page.js'),
  });
}
