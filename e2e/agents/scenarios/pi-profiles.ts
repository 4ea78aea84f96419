import { createPiAdapter } from '../../../packages/agents/src/pi/pi-adapter.ts';
import { homeIn, PROGRAMS_FOLDER, workIn, type ProgramProfile } from './profile.ts';

const NEWER = '@earendil-works/pi-agent-core';
const OLDER = '@mariozechner/pi-agent-core';

/** The same agent from each of its packages, and through each of the doors to a model that we have. */
export const piProfiles: readonly ProgramProfile[] = [
  toProfile({ name: 'pi', packageName: NEWER, api: 'anthropic-messages' }),
  toProfile({ name: 'pi-0.73', packageName: OLDER, api: 'anthropic-messages' }),
];

/** Only tried for what differs between the doors. */
export const piDoorProfiles: readonly ProgramProfile[] = [
  toProfile({ name: 'pi-completions', packageName: NEWER, api: 'openai-completions' }),
  toProfile({ name: 'pi-responses', packageName: NEWER, api: 'openai-responses' }),
  toProfile({ name: 'pi-0.73-completions', packageName: OLDER, api: 'openai-completions' }),
  toProfile({ name: 'pi-0.73-responses', packageName: OLDER, api: 'openai-responses' }),
];

function toProfile(options: { name: string; packageName: string; api: string }): ProgramProfile {
  const { name, packageName, api } = options;
  return {
    name,
    recordings: `pi/__fixtures__/recordings/${name}`,
    adapter: createPiAdapter({ from: PROGRAMS_FOLDER, packageName }),
    open: ({ folder, url, permission }) => ({
      cwd: workIn(folder),
      model: 'scripted/scripted-1',
      baseURL: api === 'anthropic-messages' ? url : `${url}/v1`,
      apiKey: 'none',
      env: homeIn(folder),
      options: { api, permission },
    }),
    shell: (command) => ({ name: 'bash', input: { command } }),
    failing: { name: 'read', input: { path: 'there-is-no-such-file.txt' } },
    retries: 2,
    dropped: 'fails',
    isInProcess: true,
  };
}
