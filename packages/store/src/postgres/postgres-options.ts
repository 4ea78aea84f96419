/** How to use the database. In a file without the driver, whose types not everybody has. */
export type DatabaseSettings = {
  /** How many connections to keep at most, besides one that listens. Default 10. */
  connections: number;
  /** How long calls wait for a database that cannot be reached, before they fail. Default 30 seconds. */
  giveUpMilliseconds: number;
  /** `full`: a commit waits for the database's disk. `normal`: it does not, and a crash of the server may take the last. Default `full`. */
  durability: 'full' | 'normal';
};

export type PostgresOptions = Partial<DatabaseSettings> & {
  /** How often to look for writes of other processes, should a notice have been lost. Default one second. */
  pollMilliseconds?: number;
  /** The clock, in milliseconds since 1970, if it is not to be the database's. */
  now?: () => number;
};
