/** What was taken over. */
export type Imported = {
  tasks: number;
  /** Messages and answers, as entries of logs. */
  entries: number;
  /** Histories of agents, each once. */
  histories: number;
  /** Tasks that were left out: their name is taken here, or nobody can own them. */
  left: number;
  /** Messages that could not be read. */
  unreadable: number;
};
