import { describeAgent } from './host/describe-agent.ts';
import { codexAgentsProfile, codexProfile } from './scenarios/codex-profiles.ts';

describeAgent(codexProfile);
describeAgent(codexAgentsProfile, ['subagent']);
