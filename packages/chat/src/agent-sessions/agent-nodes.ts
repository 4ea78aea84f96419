/** The processes that share a store. */
export type AgentNodes = {
  /** This process. */
  self: string;
  isAlive(node: string): Promise<boolean>;
};
