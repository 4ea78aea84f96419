import type { ConfigValues, SettingName } from './settings.ts';

/** Where a value comes from, from the weakest to the strongest. */
export type Origin =
  | { kind: 'default' }
  | { kind: 'file'; path: string }
  | { kind: 'environment'; name: string }
  | { kind: 'flag'; name: string };

/** A configuration: all values, where each comes from, and what was odd about it. */
export type Config = {
  values: ConfigValues;
  origins: Record<SettingName, Origin>;
  /** The file that was read, if any. */
  file?: string;
  warnings: string[];
};
