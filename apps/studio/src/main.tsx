// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it does
import '@posthouse/components/without-eval.ts';
import { applyTheme, keptTheme } from '@posthouse/components';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { BASE } from './server/base.ts';
import { takeToken } from './server/token.ts';

applyTheme(keptTheme());
const token = takeToken();
createRoot(document.querySelector('#root')!).render(<App base={BASE} token={token} />);
