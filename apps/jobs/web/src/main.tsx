// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it does
import '@posthouse/components/without-eval.ts';
import { createRoot } from 'react-dom/client';
import { startApp } from './app/start-app.tsx';
import { pagePlatform } from './platform/page-platform.ts';

await startApp(createRoot(document.querySelector('#root')!), pagePlatform());
