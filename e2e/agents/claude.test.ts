import { describeAgent } from './host/describe-agent.ts';
import { claudeProfile } from './scenarios/claude-profile.ts';

describeAgent(claudeProfile);
