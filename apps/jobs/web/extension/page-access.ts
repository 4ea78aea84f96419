/** Pages that the reader may let the extension read without pointing at each: those of known boards, or all. */
export const PLACES = {
  boards: [
    'https://*.greenhouse.io/*',
    'https://*.lever.co/*',
    'https://*.ashbyhq.com/*',
    'https://*.linkedin.com/*',
    'https://*.indeed.com/*',
  ],
  everywhere: ['https://*/*', 'http://*/*'],
} as const;
export type PlaceName = keyof typeof PLACES;

/** What the reader lets the extension read. */
export type PageAccess = {
  has: (place: PlaceName) => Promise<boolean>;
  /** Asks the reader, in a dialog of the browser. */
  ask: (place: PlaceName) => Promise<boolean>;
};

export const chromeAccess: PageAccess = {
  has: async (place) => await chrome.permissions.contains({ origins: [...PLACES[place]] }),
  ask: async (place) => await chrome.permissions.request({ origins: [...PLACES[place]] }),
};
