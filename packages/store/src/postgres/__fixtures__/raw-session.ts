import pg from 'pg';

/** A connection to the database beside those of a store, as another program would have one. */
export class RawSession implements AsyncDisposable {
  readonly #client: pg.Client;
  /** Payloads of notices on channels it listens to. */
  readonly notices: string[] = [];

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => this.notices.push(payload));
  }

  static async open(url: string): Promise<RawSession> {
    const client = new pg.Client({ connectionString: url });
    const session = new RawSession(client);
    await client.connect();
    return session;
  }

  async run(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.#client.query<Record<string, unknown>>(sql)).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}
