import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFragment, toRoute } from '../routing/route.ts';
import { SHEETS, toRouteOf, toWorkspacePlace, type WorkspacePlace } from './workspace-place.ts';

const nowhere: WorkspacePlace = {
  jobId: undefined,
  resumeId: undefined,
  version: undefined,
  against: undefined,
  sheet: 'compare',
};

test.each<[string, Partial<WorkspacePlace>]>([
  ['#/tailor', {}],
  ['#/tailor/12', { jobId: 12 }],
  ['#/tailor?resume=3', { resumeId: 3 }],
  [
    '#/tailor/12?resume=3&version=2&against=1&sheet=pdf',
    { jobId: 12, resumeId: 3, version: 2, against: 1, sheet: 'pdf' },
  ],
  ['#/tailor/x?resume=-3&version=latest&sheet=nothing', {}],
])('%s is a place of the workspace', (fragment, place) => {
  expect(toWorkspacePlace(toRoute(fragment))).toEqual({ ...nowhere, ...place });
});

test('every place can be written and read back', () => {
  const id = fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined });
  const place: fc.Arbitrary<WorkspacePlace> = fc.record({
    jobId: id,
    resumeId: id,
    version: id,
    against: id,
    sheet: fc.constantFrom(...SHEETS),
  });
  fc.assert(
    fc.property(place, (each) => {
      expect(toWorkspacePlace(toRoute(toFragment(toRouteOf(each))))).toEqual(each);
    }),
  );
});
