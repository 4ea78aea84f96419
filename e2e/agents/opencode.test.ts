import { describeRuntime } from './scenarios/describe-runtime.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';

describeRuntime(opencodeProfile);
