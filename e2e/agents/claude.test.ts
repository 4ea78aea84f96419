import { describeAgent } from './office/describe-agent.ts';
import { claudeProfile } from './scenarios/claude-profile.ts';

describeAgent(claudeProfile);
