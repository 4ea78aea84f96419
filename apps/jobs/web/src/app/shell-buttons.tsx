import { Button, Dialog, ThemeButton } from '@posthouse/components';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { LanguageButton } from '../words/language-button.tsx';
import { useWords } from '../words/use-words.ts';

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
