import { Button } from '@posthouse/components';
import { Languages } from 'lucide-react';
import { useLanguage, useWords } from './use-words.ts';

/** Changes to the other language, and says so in that language, for those who do not read this one. */
export function LanguageButton() {
  const { shell: words } = useWords();
  const { language, change } = useLanguage();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <Button look="quiet" className="px-2!" title={words.changeLanguage} lang={other} onClick={() => change(other)}>
      <Languages aria-hidden className="size-4" />
      {words.otherLanguage}
    </Button>
  );
}
