import { createContext, useContext } from 'react';
import { en, type Words } from './en.ts';
import type { Language } from './language.ts';
import { zh } from './zh.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, zh };

type Speaking = { language: Language; change: (language: Language) => void };

export const LanguageContext = createContext<Speaking>({ language: 'en', change: () => undefined });

/** Which language the page speaks, and how to change that. */
export function useLanguage(): Speaking {
  return useContext(LanguageContext);
}

/**
 * Everything that the page says, in the language of the reader.
 *
 * @example const { jobs: words } = useWords();
 */
export function useWords(): Words {
  return WORDS[useLanguage().language];
}
