import { number } from './setting-kinds.ts';
import type { Setting } from './settings.ts';

/** For how long something is kept, in days. */
function retention(name: string, about: string): Setting<number> & { fallback?: undefined } {
  return {
    key: `server.retention.${name}_days`,
    kind: number({ least: 0, whole: false }),
    environment: `MAIL_RETENTION_${name.toUpperCase()}_DAYS`,
    flag: `retention-${name}-days`,
    about: `${about} Forever unless given.`,
  };
}

/** How long tasks and chat sessions are kept; see docs/deletion.md. */
export const RETENTION_SETTINGS = {
  keepComplete: retention('complete', 'How many days a task is kept after its last run has completed.'),
  keepError: retention('error', 'How many days a task is kept after its last run has failed.'),
  keepCancelled: retention('cancelled', 'How many days a task is kept after its last run was cancelled.'),
  keepPaused: retention('paused', 'How many days a paused task is kept.'),
  keepSessions: retention(
    'sessions',
    'How many days a chat session is kept with all its tasks after it was last used.',
  ),
};
