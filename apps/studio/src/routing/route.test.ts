import { expect, test } from 'vitest';
import { toFragment, toRoute } from './route.ts';

test.each(['', '#', '#/', '#/nowhere', '#token=x', '#/chat'])('the fragment %s opens the chat', (fragment) => {
  expect(toRoute(fragment)).toEqual({ view: 'chat', path: [], query: {} });
});

test('every view can be written and read back', () => {
  for (const view of ['chat', 'tasks', 'inbox', 'swarms', 'peers', 'usage', 'manual'] as const) {
    const place = { view, path: ['desk', 't/1'], query: { at: '7' } };
    expect(toRoute(toFragment(place))).toEqual(place);
  }
});
