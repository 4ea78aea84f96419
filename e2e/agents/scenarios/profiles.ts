import { claudeProfile } from './claude-profile.ts';
import { codexAgentsProfile, codexProfile } from './codex-profiles.ts';
import { opencodeProfile } from './opencode-profile.ts';
import { piDoorProfiles, piProfiles } from './pi-profiles.ts';
import type { ProgramProfile } from './profile.ts';

/** Every agent program that can be recorded. */
export const profiles: readonly ProgramProfile[] = [
  claudeProfile,
  codexProfile,
  codexAgentsProfile,
  opencodeProfile,
  ...piProfiles,
  ...piDoorProfiles,
];
