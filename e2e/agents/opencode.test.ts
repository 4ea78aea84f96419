import { describeAgent } from './host/describe-agent.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';

describeAgent(opencodeProfile);
