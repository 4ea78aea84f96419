import type { JobsWindow } from './jobs-window.ts';

/** What a page must not have: complaints, requests to others, and barriers for those who need help to read it. */
export async function findTrouble(window: JobsWindow, url: string): Promise<string[]> {
  const { host } = new URL(url);
  const others = window.requests.filter((asked) => asked.protocol.startsWith('http') && asked.host !== host);
  return [...window.complaints, ...others.map(({ href }) => href), ...(await window.findBarriers())];
}
