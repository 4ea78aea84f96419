import '@posthouse/components/without-eval.ts';
import { applyTheme, keptTheme } from '@posthouse/components';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { takeToken } from './server/token.ts';

applyTheme(keptTheme());
const token = takeToken();
// The studio is served one level below the server that it talks to.
const base = new URL('..', document.baseURI).href.replace(/\/$/, '');
createRoot(document.querySelector('#root')!).render(<App base={base} token={token} />);
