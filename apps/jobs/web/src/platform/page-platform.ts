import type { Platform } from './platform.ts';

const PREFIX = 'posthouse-jobs-';

/** A page that the app itself serves. */
export function pagePlatform(): Platform {
  return {
    base: new URL('.', document.baseURI).href.replace(/\/$/, ''),
    storage: {
      read: async (name) => localStorage.getItem(PREFIX + name) ?? undefined,
      write: async (name, text) => {
        if (text === undefined) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, text);
      },
    },
  };
}
