/** Which processes there are on the same store. */
export type AgentNodes = {
  /** This one. */
  self: string;
  isAlive(node: string): Promise<boolean>;
};
