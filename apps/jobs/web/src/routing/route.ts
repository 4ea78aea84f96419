import { createRouter, type Place } from '@posthouse/components';

const VIEWS = ['chat', 'jobs', 'resumes', 'tailor', 'analytics'] as const;
export type View = (typeof VIEWS)[number];
export type Route = Place<View>;

export const { go, toFragment, toRoute, useRoute } = createRouter<View>(VIEWS);
