import type { READ_LIMITS, PageFacts, SHOWN_AT } from '../src/detect/index.ts';

/**
 * Reads what is needed to find postings. It runs inside of a page, where nothing of this file but its own text is known:
 * everything that it uses comes with its arguments. It changes nothing there.
 */
export function readPage(limits: typeof READ_LIMITS, shownAt: typeof SHOWN_AT): PageFacts {
  type Node = Record<string, unknown>;
  const line = (text: unknown): string => String(text ?? '').slice(0, limits.line * 4);
  const textAt = (selectors: readonly string[], longest: number): string | undefined => {
    for (const selector of selectors) {
      const text = document.querySelector<HTMLElement>(selector)?.innerText?.trim();
      if (text) return text.slice(0, longest);
    }
    return undefined;
  };

  const jsonLd: string[] = [];
  let left: number = limits.allScripts;
  for (const script of document.querySelectorAll('script[type^="application/ld+json" i]')) {
    const text = script.textContent ?? '';
    if (jsonLd.length >= limits.scripts || text.length > limits.script || text.length > left) continue;
    left -= text.length;
    jsonLd.push(text);
  }

  const valueOf = (element: Element, name: string): string => {
    const given = element.getAttribute('content') ?? element.getAttribute('datetime');
    if (given !== null) return given.slice(0, limits.text);
    if (element instanceof HTMLAnchorElement || element instanceof HTMLLinkElement) return line(element.href);
    // A description is HTML in JSON-LD, too.
    return name === 'description' ? element.innerHTML.slice(0, limits.text) : line(element.textContent);
  };
  const toNode = (scope: Element, depth: number): Node => {
    const node: Node = { '@type': line(scope.getAttribute('itemtype')).split('/').at(-1) };
    for (const element of [...scope.querySelectorAll('[itemprop]')].slice(0, 200)) {
      const name = element.getAttribute('itemprop')?.trim() ?? '';
      const isOwn = element.parentElement?.closest('[itemscope]') === scope;
      if (!isOwn || !/^[a-z]{1,50}$/i.test(name) || name === 'constructor') continue;
      const isScope = element.hasAttribute('itemscope');
      if (isScope && depth === 0) continue;
      const value = isScope ? toNode(element, depth - 1) : valueOf(element, name);
      const known = node[name];
      node[name] = known === undefined ? value : [known, value].flat();
    }
    return node;
  };
  const scopes = [...document.querySelectorAll('[itemscope][itemtype$="schema.org/JobPosting" i]')];

  const meta = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content');
  return {
    url: location.href.slice(0, limits.address * 4),
    title: line(document.title),
    heading: textAt(['h1'], limits.line),
    siteName: meta ? line(meta) : undefined,
    jsonLd,
    microdata: scopes.slice(0, limits.postings).map((scope) => toNode(scope, 4)),
    shown: {
      title: textAt(shownAt.title, limits.line),
      company: textAt(shownAt.company, limits.line),
      location: textAt(shownAt.location, limits.line),
      description: textAt(shownAt.description, limits.text),
    },
    text: textAt(['main', 'body'], limits.text) ?? '',
  };
}
