import type { ScriptedRequest } from '@posthouse/runtime/scripted';
import { type Heard, readAll } from './read-prompt.ts';

/** What a player can know: from its instructions, and from what it was told and has overheard. */
export type Knowledge = {
  self: string;
  isMafia: boolean;
  partners: string[];
  /** Found out at night. */
  guilty: string[];
  innocent: string[];
  heard: Heard[];
};

export function readKnowledge(request: Pick<ScriptedRequest, 'system' | 'messages'>): Knowledge {
  const { system } = request;
  const heard = readAll(request);
  const findings = heard.filter((each) => !each.isPublic).map((each) => each.body);
  return {
    self: /^You are (\w+)\./.exec(system)?.[1] ?? '',
    isMafia: system.includes('You are Mafia.'),
    partners: (/Your partners: ([^.]*)\./.exec(system)?.[1] ?? '').split(', '),
    guilty: namesIn(findings, /^(\w+) is a member of the Mafia\.$/),
    innocent: namesIn(findings, /^(\w+) is not a member of the Mafia\.$/),
    heard,
  };
}

function namesIn(findings: readonly string[], pattern: RegExp): string[] {
  return findings.flatMap((body) => pattern.exec(body)?.[1] ?? []);
}
