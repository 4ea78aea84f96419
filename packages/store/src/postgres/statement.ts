/** SQL with a name, under which each connection prepares it once. */
export type Statement = { name: string; text: string };

/** Names SQL: statement('node-select-all')`SELECT name FROM mail.node`. Values are put in as they are, so never data. */
export function statement(name: string): (strings: TemplateStringsArray, ...values: unknown[]) => Statement {
  return (raw, ...values) => ({ name, text: String.raw({ raw }, ...values) });
}

/** A place where statements are run: a connection, inside a transaction or not. */
export type Connection = {
  /** Sends the statement at once, without waiting for the answers to those before. */
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
};
