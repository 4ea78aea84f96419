import { useSyncExternalStore } from 'react';
import { useWords } from '../src/words/use-words.ts';
import { ClosedPage } from './closed-page.tsx';
import { FoundPosting } from './found-posting.tsx';
import type { PageAccess } from './page-access.ts';
import type { PageWatcher } from './page-watcher.ts';

/** What there is on the page beside the panel, above every view. */
export function PageStrip({ watcher, access }: { watcher: PageWatcher; access: PageAccess }) {
  const { panel: words } = useWords();
  const state = useSyncExternalStore(watcher.subscribe, watcher.read, watcher.read);
  if (state.kind === 'unseen') return null;
  return (
    <section aria-label={words.page} className="border-b border-line bg-sunken px-3 py-2 text-sm">
      {state.kind === 'closed' && <ClosedPage access={access} />}
      {state.kind === 'empty' && <p className="text-soft">{words.empty}</p>}
      {state.kind === 'found' && (
        <FoundPosting
          key={JSON.stringify(state.chosen.ingest)}
          found={state.chosen}
          others={state.jobs}
          onChoose={(job) => watcher.choose(job)}
          onSaved={(job, id) => watcher.noteSaved(job, id)}
        />
      )}
    </section>
  );
}
