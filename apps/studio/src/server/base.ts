/** The studio is served one level below the server that it talks to. */
export const BASE = new URL('..', document.baseURI).href.replace(/\/$/, '');
