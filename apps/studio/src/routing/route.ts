import { createRouter } from '@posthouse/components';

const VIEWS = ['chat', 'tasks', 'inbox', 'swarms', 'peers', 'usage', 'manual'] as const;
export type View = (typeof VIEWS)[number];

export const { go, toFragment, toRoute, useRoute } = createRouter<View>(VIEWS);
