import { describeRuntime } from './scenarios/describe-runtime.ts';
import { piDoorProfiles, piProfiles } from './scenarios/pi-profiles.ts';

for (const profile of piProfiles) describeRuntime(profile);
for (const profile of piDoorProfiles) {
  describeRuntime(profile, ['basic', 'parallel calls', '429 then ok', '500', 'dropped stream', 'broken stream']);
}
