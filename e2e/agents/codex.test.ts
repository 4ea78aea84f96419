import { codexAgentsProfile, codexProfiles } from './scenarios/codex-profiles.ts';
import { describeRuntime } from './scenarios/describe-runtime.ts';

for (const profile of codexProfiles) describeRuntime(profile);
describeRuntime(codexAgentsProfile, ['subagent']);
