import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../words/language.ts';
import { LanguageContext } from '../../words/use-words.ts';

/** The markup of something, in a language. */
export function render(node: ReactNode, language: Language = 'en'): string {
  return renderToStaticMarkup(<LanguageContext value={{ language, change: () => undefined }}>{node}</LanguageContext>);
}

/** What a reader sees of markup. */
export function toText(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
