import type { ChangeBoard } from '../live/change-board.ts';
import type { TaskRunner } from './task-runner.ts';

/** Most hints are echoes of our own writes, so one look a little later does for all of them. */
const LOOK_AFTER_MS = 50;

/** Has a runner look after its task when the store hints at a change: it may come from another process. */
export function watchRunner(runner: TaskRunner, changes: ChangeBoard, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const unlisten = changes.listen(runner.key, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void runner.refresh().catch(onError);
    }, LOOK_AFTER_MS).unref();
  });
  return () => {
    clearTimeout(timer);
    unlisten();
  };
}
