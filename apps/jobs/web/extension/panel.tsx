// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it does
import '@posthouse/components/without-eval.ts';
import { createRoot } from 'react-dom/client';
import { startApp } from '../src/app/start-app.tsx';
import { chromeBrowser } from './chrome-browser.ts';
import { chromeAccess } from './page-access.ts';
import { PageStrip } from './page-strip.tsx';
import { PageWatcher } from './page-watcher.ts';
import { panelPlatform } from './panel-platform.ts';

const watcher = new PageWatcher(chromeBrowser);
const platform = await panelPlatform(watcher, () => <PageStrip watcher={watcher} access={chromeAccess} />);
await startApp(createRoot(document.querySelector('#root')!), platform);
