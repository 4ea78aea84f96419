import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { keepLanguage, keptLanguage } from './language.ts';
import { LanguageContext, useWords } from './use-words.ts';

/** Lets everything below speak the language of the reader, and tells the browser which one it is. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(keptLanguage);
  const speaking = useMemo(
    () => ({
      language,
      change: (next: typeof language) => {
        keepLanguage(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <LanguageContext value={speaking}>
      <Title />
      {children}
    </LanguageContext>
  );
}

function Title() {
  return <title>{useWords().shell.title}</title>;
}
