/** SQL with a name, under which each connection prepares it once. */
export type Statement = { name: string; text: string };

/** A place where statements are run: a connection, inside a transaction or not. */
export type Session = {
  /** Sends the statement at once, without waiting for the answers to those before. */
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
};
