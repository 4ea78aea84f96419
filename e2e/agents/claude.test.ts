import { claudeProfile } from './scenarios/claude-profile.ts';
import { describeRuntime } from './scenarios/describe-runtime.ts';

describeRuntime(claudeProfile);
