import { describeAgent } from './office/describe-agent.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';

describeAgent(opencodeProfile);
