import { Badge, joinClasses } from '@posthouse/components';
import type { VersionSummary } from '../api/version.ts';
import { toFragment } from '../routing/route.ts';
import { Day } from '../words/day.tsx';
import { useWords } from '../words/use-words.ts';
import { toRouteOf, type WorkspacePlace } from './workspace-place.ts';

type VersionListProps = {
  versions: readonly VersionSummary[];
  chosen: number | undefined;
  place: WorkspacePlace;
};

/** The versions, newest first. */
export function VersionList({ versions, chosen, place }: VersionListProps) {
  const { tailoring: words } = useWords();
  return (
    <nav aria-label={words.versions}>
      <h2 className="mb-1 text-sm font-medium">{words.versions}</h2>
      <ul className="flex gap-1 overflow-x-auto lg:max-h-96 lg:flex-col lg:overflow-y-auto">
        {versions.map(({ id, version, isLatest, engine, model, createdAt }) => (
          <li key={id} className="shrink-0">
            <a
              href={toFragment(toRouteOf({ ...place, version, against: undefined }))}
              aria-current={version === chosen ? 'true' : undefined}
              className={joinClasses(
                'flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-2 py-1.5 text-sm',
                version === chosen ? 'bg-accent-paper' : 'hover:bg-sunken',
              )}
            >
              <span className="font-medium">{words.version(version)}</span>
              {isLatest && <Badge>{words.latest}</Badge>}
              <span className="w-full text-xs text-soft">
                {words.madeBy[engine]}
                {model !== null && ` (${model})`} · <Day at={createdAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
