/** What the service worker tells the panel when the reader has pointed at a page. */
export const LOOK = 'look';
