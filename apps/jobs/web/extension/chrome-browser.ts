import { READ_LIMITS, SHOWN_AT } from '../src/detect/index.ts';
import type { Browser } from './browser.ts';
import { LOOK } from './look-message.ts';
import { readPage } from './read-page.ts';

/** The browser that the extension runs in. */
export const chromeBrowser: Browser = {
  activeTab: async () => {
    const own = await chrome.tabs.getCurrent();
    const [active] = await chrome.tabs.query({ active: true, currentWindow: true });
    return active?.id === own?.id ? undefined : active?.id;
  },
  readPage: async (tab) => {
    try {
      const [read] = await chrome.scripting.executeScript({
        target: { tabId: tab },
        func: readPage,
        args: [READ_LIMITS, SHOWN_AT],
        // A page that never finishes loading is read as far as it is there.
        injectImmediately: true,
      });
      return read?.result ?? undefined;
    } catch {
      // Pages of the browser itself, and those of sites that the reader has not pointed at.
      return 'closed';
    }
  },
  onChange: (listener) => {
    const anything = (): void => listener(undefined);
    const updated = (tab: number): void => listener(tab);
    const told = (message: unknown): void => void (message === LOOK && listener(undefined));
    chrome.tabs.onActivated.addListener(anything);
    chrome.tabs.onUpdated.addListener(updated);
    chrome.permissions.onAdded.addListener(anything);
    chrome.permissions.onRemoved.addListener(anything);
    chrome.runtime.onMessage.addListener(told);
    return () => {
      chrome.tabs.onActivated.removeListener(anything);
      chrome.tabs.onUpdated.removeListener(updated);
      chrome.permissions.onAdded.removeListener(anything);
      chrome.permissions.onRemoved.removeListener(anything);
      chrome.runtime.onMessage.removeListener(told);
    };
  },
};
