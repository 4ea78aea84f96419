/** What the sources of one room may import from other rooms. Their tests may also use the testkit. */
export interface RoomRule {
  /** Rooms by name, or one entry of a room (`runtime/scripted`). */
  mayImport: readonly string[] | 'anything';
  /** Rooms that are only loaded when they are needed, with `import()`; their types are free. */
  mayLoadLazily?: readonly string[];
  /** Rooms above that show what comes of this one; only for its tests. */
  mayTestWith?: readonly string[];
  /** Set for tools that look behind the entries of packages; everybody else names a package. */
  mayReachInside?: true;
  /** Third-party packages, where even a declared one would be too many. */
  thirdParty?: readonly string[];
}

/**
 * Who may import whom: down the reading order protocol → store → runtime → agents → chat → server, and never up. The folders
 * are relative to the repository; the table in the architecture document says the same in words.
 */
export const roomRules: Readonly<Record<string, RoomRule>> = {
  'packages/protocol': { mayImport: [], thirdParty: ['zod'] },
  'packages/store': { mayImport: ['protocol'] },
  'packages/runtime': { mayImport: ['protocol', 'store'] },
  'packages/agents': { mayImport: ['protocol'], mayLoadLazily: ['store', 'runtime'], mayTestWith: ['chat'] },
  'packages/chat': { mayImport: ['protocol', 'store', 'agents'], mayLoadLazily: ['runtime'] },
  'packages/server': { mayImport: ['protocol', 'store', 'runtime', 'agents', 'chat', 'client'] },
  'packages/client': { mayImport: ['protocol'] },
  'packages/ai-sdk-provider': { mayImport: ['protocol', 'client'], thirdParty: ['@ai-sdk/provider'] },
  'packages/testkit': { mayImport: ['protocol', 'client', 'runtime/scripted'] },
  'apps/jobs/web': { mayImport: ['components'] },
  'apps/jobs': { mayImport: 'anything' },
  'apps/components': { mayImport: [] },
  'apps/studio': { mayImport: ['client', 'protocol', 'components'] },
  'examples/chat-page': { mayImport: 'anything' },
  examples: { mayImport: 'anything' },
  bench: { mayImport: 'anything', mayReachInside: true },
  docs: { mayImport: 'anything' },
  e2e: { mayImport: 'anything', mayReachInside: true },
  ops: { mayImport: 'anything' },
  scripts: { mayImport: 'anything', mayReachInside: true },
  // Configuration files at the top.
  '.': { mayImport: [], mayReachInside: true },
};
