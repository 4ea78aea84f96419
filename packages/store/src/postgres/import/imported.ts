/** What was taken over. In a file without the driver, whose types not everybody has. */
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
