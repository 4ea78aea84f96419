/** A colour for an agent, as the hue of a colour wheel: always the same for the same name, far apart for most others. */
export function agentHue(agent: string): number {
  let hash = 0;
  for (const character of agent) hash = (hash * 31 + character.codePointAt(0)!) % 997;
  return Math.round(hash * 137.5) % 360;
}
