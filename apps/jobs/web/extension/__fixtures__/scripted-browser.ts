import { toFacts } from '../../src/detect/__fixtures__/to-facts.ts';
import type { PageFacts } from '../../src/detect/index.ts';
import type { Browser } from '../browser.ts';

type Shown = PageFacts | 'closed' | undefined;

/** A page with postings of these titles. */
export function pageWith(...titles: string[]): PageFacts {
  const postings = titles.map((title) => ({ '@type': 'JobPosting', title, hiringOrganization: 'The Inn' }));
  return toFacts({ jsonLd: [JSON.stringify(postings)] });
}

/** A browser whose tabs show what a test puts there. */
export class ScriptedBrowser implements Browser {
  readonly pages = new Map<number, Shown>();
  readonly listeners = new Set<(tab: number | undefined) => void>();
  active: number | undefined;
  /** How often a page was read. */
  reads = 0;
  #held: Promise<void> | undefined;

  constructor(pages: Record<number, Shown> = {}, active?: number) {
    for (const [tab, page] of Object.entries(pages)) this.pages.set(Number(tab), page);
    this.active = active;
  }

  readonly activeTab = async (): Promise<number | undefined> => this.active;

  readonly readPage = async (tab: number): Promise<Shown> => {
    this.reads += 1;
    const page = this.pages.get(tab);
    const held = this.#held;
    this.#held = undefined;
    await held;
    return page;
  };

  readonly onChange = (listener: (tab: number | undefined) => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Says that something has changed, in a tab or in any. */
  tell(tab?: number): void {
    for (const listener of this.listeners) listener(tab);
  }

  /** Lets the next reading take until the result is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }
}
