import { Banner, ErrorBoundary, joinClasses, type ServerState, Spinner, useServer } from '@posthouse/components';
import { BriefcaseBusiness, ChartColumn, FileText, MessageSquare, Scissors } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { usePlatform } from '../platform/platform.ts';
import { useWords } from '../words/use-words.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { type Route, toFragment, useRoute, type View } from '../routing/route.ts';
import { ShellButtons } from './shell-buttons.tsx';

const PAGES: Record<Route['view'], { icon: typeof FileText; Page: ReturnType<typeof lazyView> }> = {
  chat: { icon: MessageSquare, Page: lazyView(() => import('../chat/chat-view.tsx')) },
  jobs: { icon: BriefcaseBusiness, Page: lazyView(() => import('../jobs/jobs-view.tsx')) },
  resumes: { icon: FileText, Page: lazyView(() => import('../resumes/resumes-view.tsx')) },
  tailor: { icon: Scissors, Page: lazyView(() => import('../tailoring/tailoring-view.tsx')) },
  analytics: { icon: ChartColumn, Page: lazyView(() => import('../analytics/analytics-view.tsx')) },
};

/** What is around every view: where one can go, and how the app is doing. */
export function Shell({ state, onForget }: { state: ServerState; onForget: () => void }) {
  useWatch();
  const { view } = useRoute();
  const { shell: words } = useWords();
  const { Strip } = usePlatform();
  const { Page } = PAGES[view];
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <aside className="order-last flex shrink-0 items-center border-t border-line bg-card md:order-first md:w-44 md:flex-col md:items-stretch md:border-t-0 md:border-r">
        <p className="hidden px-4 pt-4 pb-3 font-semibold md:block">{words.title}</p>
        <nav
          aria-label={words.navigation}
          className="flex flex-1 justify-around py-0.5 md:flex-col md:justify-start md:gap-0.5 md:px-2 md:py-0"
        >
          {Object.entries(PAGES).map(([name, { icon: Icon }]) => (
            <a
              key={name}
              href={toFragment({ view: name as View })}
              aria-current={name === view ? 'page' : undefined}
              className={joinClasses(
                'flex flex-col items-center gap-0.5 rounded-md px-2 py-1.5 text-[11px] md:flex-row md:gap-2 md:px-2 md:text-sm',
                name === view ? 'bg-accent-paper font-medium text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4.5" />
              {words.views[name as View]}
            </a>
          ))}
        </nav>
        <div className="hidden items-center justify-between gap-1 border-t border-line p-2 md:flex">
          <ShellButtons onForget={onForget} />
        </div>
      </aside>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex items-center justify-between border-b border-line bg-card px-3 py-1 md:hidden">
          <span className="font-semibold">{words.title}</span>
          <span className="flex items-center gap-1">
            <ShellButtons onForget={onForget} />
          </span>
        </header>
        {state === 'lost' && (
          <div className="p-2">
            <Banner look="ask">{words.lost}</Banner>
          </div>
        )}
        {Strip !== undefined && <Strip />}
        <main aria-label={words.views[view]} className="relative min-h-0 flex-1 overflow-y-auto">
          <ErrorBoundary key={view} sentence={({ message }) => words.broken(message)} again={words.loadAgain}>
            <Suspense fallback={<Loading />}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** How often to look whether the app is there, for those who only read. */
const LOOK_MS = 10_000;

function useWatch(): void {
  const { look } = useServer();
  useEffect(() => {
    const timer = setInterval(() => void look(), LOOK_MS);
    const soon = (): void => void look();
    addEventListener('offline', soon);
    addEventListener('online', soon);
    return () => {
      clearInterval(timer);
      removeEventListener('offline', soon);
      removeEventListener('online', soon);
    };
  }, [look]);
}

/** How long a view may take before somebody looks whether the app is there at all. */
const SLOW_VIEW_MS = 1500;

function Loading() {
  const { look } = useServer();
  useEffect(() => {
    const timer = setTimeout(() => void look(), SLOW_VIEW_MS);
    return () => clearTimeout(timer);
  }, [look]);
  return (
    <p className="p-6">
      <Spinner label={useWords().shell.loading} />
    </p>
  );
}
