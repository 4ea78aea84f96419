import type { ComponentProps, ReactNode } from 'react';
import { type Components, defaultRemarkPlugins, Streamdown } from 'streamdown';
import { toSafeLink } from './safe-link.ts';

type Named<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

/** Leads out of the page, to an address that cannot run anything, and without saying where the reader comes from. */
function Link({ href, children }: Named<'a'>) {
  const address = toSafeLink(href);
  if (address === undefined) return <span>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Looking at an image tells its owner that somebody is there. So it is a link, which the reader may follow. */
function Image({ src, alt }: Named<'img'>) {
  return <Link href={typeof src === 'string' ? src : undefined}>{`[image${alt ? `: ${alt}` : ''}]`}</Link>;
}

const plain = (Tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'ul' | 'li' | 'blockquote' | 'pre' | 'code') =>
  function Plain({ children }: { children?: ReactNode; node?: unknown }) {
    return <Tag>{children}</Tag>;
  };

const components = {
  a: Link,
  img: Image,
  p: plain('p'),
  h1: plain('h1'),
  h2: plain('h2'),
  h3: plain('h3'),
  h4: plain('h4'),
  h5: plain('h5'),
  h6: plain('h6'),
  ul: plain('ul'),
  ol: ({ children, start }: Named<'ol'>) => <ol start={start}>{children}</ol>,
  li: plain('li'),
  blockquote: plain('blockquote'),
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached with the keyboard
  pre: ({ children }: Named<'pre'>) => <pre tabIndex={0}>{children}</pre>,
  code: plain('code'),
  inlineCode: plain('code'),
  table: ({ children }: Named<'table'>) => (
    <div className="table-frame">
      <table>{children}</table>
    </div>
  ),
  thead: ({ children }: Named<'thead'>) => <thead>{children}</thead>,
  tbody: ({ children }: Named<'tbody'>) => <tbody>{children}</tbody>,
  tr: ({ children }: Named<'tr'>) => <tr>{children}</tr>,
  th: ({ children }: Named<'th'>) => <th>{children}</th>,
  td: ({ children }: Named<'td'>) => <td>{children}</td>,
  strong: ({ children }: Named<'strong'>) => <strong>{children}</strong>,
  hr: () => <hr />,
} as Components;

/** HTML is shown as the text that it is: nothing that a model writes becomes an element unless markdown says so. */
const NO_PLUGINS: [] = [];

export type MarkdownProps = { text: string; streaming?: boolean };

/** Words of a model, formatted. They are not trusted: see `Link`, `Image` and what becomes of HTML. */
export function Markdown({ text, streaming = false }: MarkdownProps) {
  return (
    <Streamdown
      mode={streaming ? 'streaming' : 'static'}
      className="markdown"
      components={components}
      rehypePlugins={NO_PLUGINS}
      remarkPlugins={[defaultRemarkPlugins.gfm!]}
      controls={false}
      linkSafety={{ enabled: false }}
    >
      {text}
    </Streamdown>
  );
}
