import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { repositoryRoot } from '../workspace/read-workspace.ts';

/**
 * The files that take longest, most of all in a full run, the longest first. Most of them are short to read: they kill processes, fill a server with
 * work or drive a browser. Vitest starts large files first where it knows no better, so these would be what everybody waits for in the end.
 */
export const LONG_FILES: readonly string[] = [
  'e2e/browser/conversation.test.ts',
  'e2e/federation/sigkill.test.ts',
  'e2e/postgres/federation-sigkill.test.ts',
  'e2e/doors/same-run.property.test.ts',
  'e2e/soak/soak.test.ts',
  'e2e/jobs/chat.test.ts',
  'packages/runtime/src/instance/sigkill.full.test.ts',
  'e2e/postgres/sigkill.test.ts',
  'packages/server/src/budget-kills.full.test.ts',
  'e2e/chat/agent-processes.test.ts',
  'examples/mafia/stage/play-game.test.ts',
  'packages/runtime/src/federation/forks.property.test.ts',
  'packages/runtime/src/federation/random-world.property.test.ts',
  'packages/protocol/src/hostile-input.test.ts',
  'packages/testkit/src/every-door.property.test.ts',
  'packages/testkit/src/conformance/flaws.test.ts',
  'e2e/postgres/contract.test.ts',
  'e2e/chat/cut-anywhere.property.test.ts',
  'e2e/chat/run-readers.property.test.ts',
  'e2e/chat/run-chunks.property.test.ts',
  'e2e/doors/history.property.test.ts',
  'packages/runtime/src/messages/mail-in-prompts.property.test.ts',
  'packages/runtime/src/instance/random-play.property.test.ts',
  'packages/runtime/src/instance/pause-races.property.test.ts',
  'packages/store/src/sqlite/crash.test.ts',
  'packages/store/src/sqlite/two-processes.test.ts',
  'apps/jobs/src/chat/kill.full.test.ts',
  'apps/jobs/src/main.test.ts',
  'scripts/pack/pack.full.test.ts',
];

/** Long files first, in their order; all others follow in the order that they have. */
export function toLongestFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const places = new Map(LONG_FILES.map((path, place) => [`${repositoryRoot}/${path}`, place]));
  const placeOf = (file: File): number => places.get(pathOf(file)) ?? places.size;
  return files.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Starts the longest files first, so that no core is idle while the last of them runs. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array
    return toLongestFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}
