/** The processes that share a store. */
export type AgentNodes = {
  /** This one. */
  self: string;
  isAlive(node: string): Promise<boolean>;
};
