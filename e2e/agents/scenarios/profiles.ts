import { claudeProfile } from './claude-profile.ts';
import { codexAgentsProfile, codexProfile } from './codex-profiles.ts';
import { opencodeProfile } from './opencode-profile.ts';
import { piDoorProfiles, piProfiles } from './pi-profiles.ts';
import type { RuntimeProfile } from './profile.ts';

/** Every runtime that can be recorded. */
export const profiles: readonly RuntimeProfile[] = [
  claudeProfile,
  codexProfile,
  codexAgentsProfile,
  opencodeProfile,
  ...piProfiles,
  ...piDoorProfiles,
];
