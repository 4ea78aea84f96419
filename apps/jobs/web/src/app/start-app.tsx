import { applyTheme, keptTheme, splitFragment } from '@posthouse/components';
import type { Root } from 'react-dom/client';
import type { Platform } from '../platform/platform.ts';
import { App } from './app.tsx';

/** Where the token of this device is kept. */
const TOKEN = 'token';

/**
 * Shows the page. A token or a pairing code in the fragment is taken out of the address at once, where it could be seen
 * and copied by accident.
 */
export async function startApp(root: Root, platform: Platform): Promise<void> {
  applyTheme(keptTheme());
  const { taken, rest } = splitFragment(location.hash, ['token', 'code']);
  if (taken.token !== undefined || taken.code !== undefined) {
    history.replaceState(null, '', `${location.pathname}${location.search}${rest}`);
  }
  const token = taken.token ?? (await platform.storage.read(TOKEN));
  const keep = (text: string | undefined): void => void platform.storage.write(TOKEN, text);
  if (taken.token !== undefined) keep(taken.token);
  root.render(<App platform={platform} token={token} code={taken.code} onToken={keep} />);
}
