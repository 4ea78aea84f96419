import {
  Banner,
  Button,
  ErrorBoundary,
  joinClasses,
  type ServerState,
  Spinner,
  ThemeButton,
  useServer,
} from '@posthouse/components';
import { ChartColumn, Hand, Inbox, ListTree, LogOut, MessageSquare, Network, Waypoints } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../routing/lazy-part.ts';
import { toFragment, useRoute, type View } from '../routing/route.ts';

const PAGES: Record<View, { title: string; icon: typeof Inbox; Page: ReturnType<typeof lazyPart> }> = {
  chat: { title: 'Chat', icon: MessageSquare, Page: lazyPart(() => import('../chat/chat-view.tsx')) },
  tasks: { title: 'Tasks', icon: ListTree, Page: lazyPart(() => import('../tasks/tasks-view.tsx')) },
  inbox: { title: 'Inbox', icon: Inbox, Page: lazyPart(() => import('../inbox/inbox-view.tsx')) },
  swarms: { title: 'Swarms', icon: Network, Page: lazyPart(() => import('../swarms/swarms-view.tsx')) },
  peers: { title: 'Peers', icon: Waypoints, Page: lazyPart(() => import('../peers/peers-view.tsx')) },
  usage: { title: 'Usage', icon: ChartColumn, Page: lazyPart(() => import('../usage/usage-view.tsx')) },
  manual: { title: 'Manual', icon: Hand, Page: lazyPart(() => import('../manual/manual-view.tsx')) },
};

type ShellProps = { who: { id: string; role: string } | undefined; state: ServerState; onLeave: () => void };

/** What is around every view: where one can go, who one is, and how the server is doing. */
export function Shell({ who, state, onLeave }: ShellProps) {
  const { view } = useRoute();
  const { Page, title } = PAGES[view];
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <aside className="order-last flex shrink-0 items-center border-t border-line bg-card md:order-first md:w-44 md:flex-col md:items-stretch md:border-t-0 md:border-r">
        <p className="hidden px-4 pt-4 pb-3 font-semibold md:block">Posthouse</p>
        <nav aria-label="Views" className="flex flex-1 justify-around md:flex-col md:justify-start md:gap-0.5 md:px-2">
          {Object.entries(PAGES).map(([name, { title: text, icon: Icon }]) => (
            <a
              key={name}
              href={toFragment({ view: name as View })}
              aria-current={name === view ? 'page' : undefined}
              className={joinClasses(
                'flex flex-col items-center gap-0.5 rounded-md px-1.5 py-1.5 text-[11px] md:flex-row md:gap-2 md:px-2 md:text-sm',
                name === view ? 'bg-accent-paper font-medium text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4.5" />
              {text}
            </a>
          ))}
        </nav>
        <div className="hidden items-center gap-1 border-t border-line p-2 md:flex">
          <span className="min-w-0 flex-1 truncate px-1 text-xs text-soft" title={who?.role}>
            {who?.id ?? ' '}
          </span>
          <ThemeButton />
          <Button look="quiet" icon aria-label="Sign out" title="Sign out" onClick={onLeave}>
            <LogOut aria-hidden className="size-4" />
          </Button>
        </div>
      </aside>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex items-center justify-between border-b border-line bg-card px-3 py-1 md:hidden">
          <span className="font-semibold">Posthouse</span>
          <span className="flex items-center gap-1">
            <ThemeButton />
            <Button look="quiet" icon aria-label="Sign out" onClick={onLeave}>
              <LogOut aria-hidden className="size-4" />
            </Button>
          </span>
        </header>
        {state === 'lost' && (
          <div className="p-2">
            <Banner look="ask">The server does not respond. Reconnecting; nothing is lost.</Banner>
          </div>
        )}
        <main aria-label={title} className="min-h-0 flex-1 overflow-y-auto">
          <ErrorBoundary key={view}>
            <Suspense fallback={<Loading />}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** How long a view may take before somebody looks whether the server is there at all. */
const SLOW_VIEW_MS = 1500;

function Loading() {
  const server = useServer();
  useEffect(() => {
    const timer = setTimeout(() => void server.look(), SLOW_VIEW_MS);
    return () => clearTimeout(timer);
  }, [server]);
  return (
    <p className="p-6">
      <Spinner label="Loading" />
    </p>
  );
}
