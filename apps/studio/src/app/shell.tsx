import { Banner, Button, ErrorFence, joinClasses, type ServerState, ThemeButton, Spinner } from '@posthouse/components';
import { ChartColumn, Hand, Inbox, ListTree, LogOut, MessageSquare, Network, Waypoints } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { toFragment, type View } from './route.ts';
import { useRoute } from './use-route.ts';

const PAGES: Record<View, { title: string; icon: typeof Inbox; Page: ReturnType<typeof lazy> }> = {
  chat: { title: 'Chat', icon: MessageSquare, Page: lazy(() => import('../chat/chat-view.tsx')) },
  tasks: { title: 'Tasks', icon: ListTree, Page: lazy(() => import('../tasks/tasks-view.tsx')) },
  inbox: { title: 'Inbox', icon: Inbox, Page: lazy(() => import('../inbox/inbox-view.tsx')) },
  swarms: { title: 'Swarms', icon: Network, Page: lazy(() => import('../swarms/swarms-view.tsx')) },
  peers: { title: 'Peers', icon: Waypoints, Page: lazy(() => import('../peers/peers-view.tsx')) },
  usage: { title: 'Usage', icon: ChartColumn, Page: lazy(() => import('../usage/usage-view.tsx')) },
  manual: { title: 'Manual', icon: Hand, Page: lazy(() => import('../manual/manual-view.tsx')) },
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
          <Button look="quiet" icon aria-label="Leave" title="Forget the token" onClick={onLeave}>
            <LogOut aria-hidden className="size-4" />
          </Button>
        </div>
      </aside>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex items-center justify-between border-b border-line bg-card px-3 py-1 md:hidden">
          <span className="font-semibold">Posthouse</span>
          <span className="flex items-center gap-1">
            <ThemeButton />
            <Button look="quiet" icon aria-label="Leave" onClick={onLeave}>
              <LogOut aria-hidden className="size-4" />
            </Button>
          </span>
        </header>
        {state === 'lost' && (
          <div className="p-2">
            <Banner look="ask">The server does not answer. Looking for it; nothing is lost meanwhile.</Banner>
          </div>
        )}
        <main aria-label={title} className="min-h-0 flex-1 overflow-y-auto">
          <ErrorFence key={view}>
            <Suspense fallback={<Loading />}>
              <Page />
            </Suspense>
          </ErrorFence>
        </main>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <p className="p-6">
      <Spinner label="Loading" />
    </p>
  );
}
