import { expect, test } from 'vitest';
import { toFragment, toRoute } from './route.ts';

test.each(['', '#', '#/', '#/nowhere', '#code=x'])('the fragment %s opens the chat', (fragment) => {
  expect(toRoute(fragment)).toEqual({ view: 'chat', path: [], query: {} });
});

test('every view can be written and read back', () => {
  for (const view of ['chat', 'jobs', 'resumes', 'tailor', 'analytics'] as const) {
    const place = { view, path: ['12'], query: { resume: '3' } };
    expect(toRoute(toFragment(place))).toEqual(place);
  }
});
