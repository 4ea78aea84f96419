import type { SharedV3Warning } from '@ai-sdk/provider';
import type { MAILModelSettings } from '../provider-settings.ts';

type Name = keyof MAILModelSettings;
const FLAGS: Name[] = ['bypassSupervisor', 'includeEvents'];
const NAMES: Name[] = ['swarm', 'entrypoint', 'taskId', 'resumeFrom', ...FLAGS];

/** The settings among what somebody gave as such; for the rest a warning, because compilers do not see all that is given. */
export function readSettings(given: object = {}, place: string, warnings: SharedV3Warning[]): MAILModelSettings {
  const right = Object.entries(given).filter(([name, value]) => {
    if (value === undefined) return false;
    const type = FLAGS.includes(name as Name) ? 'boolean' : 'string';
    const isKnown = NAMES.includes(name as Name);
    if (isKnown && typeof value === type) return true;
    // The names are so few that two letters tell which one was meant; slips are rarely at the beginning.
    const meant = NAMES.find((each) => each.startsWith(name.slice(0, 2).toLowerCase())) ?? NAMES.join(', ');
    const details = isKnown ? `Not used: it is a ${type}.` : `Not used. Did you mean ${meant}?`;
    warnings.push({ type: 'unsupported', feature: `${place}.${name}`, details });
    return false;
  });
  return Object.fromEntries(right);
}
