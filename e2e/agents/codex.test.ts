import { describeAgent } from './host/describe-agent.ts';
import { codexAgentsProfile, codexProfiles } from './scenarios/codex-profiles.ts';

for (const profile of codexProfiles) describeAgent(profile);
describeAgent(codexAgentsProfile, ['subagent']);
