import { useRoute } from '../routing/route.ts';
import { TaskList } from './task-list.tsx';
import { TaskView } from './task-view.tsx';

/** All tasks, or the one that the address names. */
export default function TasksView() {
  const {
    path: [swarm, taskId],
  } = useRoute();
  if (swarm === undefined || taskId === undefined) return <TaskList />;
  return <TaskView key={`${swarm}/${taskId}`} swarm={swarm} taskId={taskId} />;
}
