import { describeAgent } from './host/describe-agent.ts';
import { piDoorProfiles, piProfiles } from './scenarios/pi-profiles.ts';

for (const profile of piProfiles) describeAgent(profile);
for (const profile of piDoorProfiles) {
  describeAgent(profile, ['basic', 'parallel calls', '429 then ok', '500', 'dropped stream', 'broken stream']);
}
