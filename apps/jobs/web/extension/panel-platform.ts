import type { Platform } from '../src/platform/platform.ts';
import { toAppAddress, USUAL_ADDRESS } from './app-address.ts';
import type { PageWatcher } from './page-watcher.ts';
import { toDetected } from './to-detected.ts';

/** Where the address of the app is kept. */
const ADDRESS = 'address';

/** The side panel of the extension: the app is somewhere else, and there is a page beside it. */
export async function panelPlatform(watcher: PageWatcher, Strip: NonNullable<Platform['Strip']>): Promise<Platform> {
  let base = toAppAddress((await read(ADDRESS)) ?? '') ?? USUAL_ADDRESS;
  return {
    get base() {
      return base;
    },
    changeBase: async (text) => {
      const address = toAppAddress(text);
      if (address === undefined) return false;
      base = address;
      await write(ADDRESS, address);
      return true;
    },
    storage: { read, write },
    detector: { read: () => toDetected(watcher.read()), subscribe: watcher.subscribe },
    Strip,
  };
}

async function read(name: string): Promise<string | undefined> {
  const value = (await chrome.storage.local.get(name))[name];
  return typeof value === 'string' ? value : undefined;
}

async function write(name: string, text: string | undefined): Promise<void> {
  if (text === undefined) await chrome.storage.local.remove(name);
  else await chrome.storage.local.set({ [name]: text });
}
