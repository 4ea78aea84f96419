import { Button, Dialog, ThemeButton } from '@posthouse/components';
import { Languages, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useWords } from '../words/use-words.ts';

/** What the reader can change about the page itself: language, colours, and whether it knows them. */
export function ShellButtons({ onForget }: { onForget: () => void }) {
  const { shell: words } = useWords();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <LanguageButton />
      <ThemeButton label={(now, next) => words.theme(words.themes[now], words.themes[next])} />
      <Button look="quiet" icon aria-label={words.forget} title={words.forget} onClick={() => setAsks(true)}>
        <LogOut aria-hidden className="size-4" />
      </Button>
      <Dialog title={words.forgetTitle} closeLabel={words.close} open={asks} onClose={() => setAsks(false)}>
        <p className="text-sm">{words.forgetWarning}</p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsks(false)}>{words.cancel}</Button>
          <Button look="alarm" onClick={onForget}>
            {words.forget}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

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
