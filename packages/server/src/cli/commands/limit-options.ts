import { BUDGET_SETTINGS } from '../../config/budget-settings.ts';
import { CALL_SETTINGS } from '../../config/model-call-settings.ts';
import { RETENTION_SETTINGS } from '../../config/retention-settings.ts';
import { RUN_SETTINGS } from '../../config/run-settings.ts';
import type { OptionSpec, OptionSpecs } from '../arguments/command-spec.ts';

const SETTINGS = [RUN_SETTINGS, BUDGET_SETTINGS, CALL_SETTINGS, RETENTION_SETTINGS].flatMap(
  (group): { flag?: string; about: string }[] => Object.values(group),
);

/** The options of everything that is limited by number. Each is read, and refused, as the setting that it overrides. */
export const LIMIT_OPTIONS: OptionSpecs = Object.fromEntries(
  SETTINGS.map(({ flag, about }): [string, OptionSpec] => [
    flag!,
    { kind: 'text', value: 'NUMBER', about, isRare: true },
  ]),
);
