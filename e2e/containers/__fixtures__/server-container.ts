import { podman } from '../../../scripts/containers/podman.ts';

/** The port that the image exposes. */
const SERVER = 'http://127.0.0.1:8000';

/** How an operator who trusts nothing starts it: nothing but `/data` can be written, and no right is left. */
const LOCKED = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];

export type ContainerOptions = {
  volume: string;
  options?: string[];
  /** The server's own one unless given. */
  image?: string;
};

/** The server in a container of its own, on the network of this machine. */
export class ServerContainer implements AsyncDisposable {
  readonly #name: string;
  readonly #image: string;
  readonly #options: string[];

  constructor(name: string, { volume, options = [], image = 'posthouse' }: ContainerOptions) {
    this.#name = name;
    this.#image = image;
    this.#options = [...LOCKED, '--network', 'host', '--volume', `${volume}:/data`, ...options];
  }

  async start(): Promise<void> {
    await this.remove();
    await podman(['run', '--detach', '--name', this.#name, ...this.#options, this.#image]);
  }

  /** Another command of the image with the same data. */
  run(...words: string[]): Promise<string> {
    return podman(['run', '--rm', ...this.#options, this.#image, ...words]);
  }

  async isHealthy(): Promise<boolean> {
    return podman(['healthcheck', 'run', this.#name]).then(
      () => true,
      () => false,
    );
  }

  /** Sends SIGTERM, and gives the exit code. */
  async stop(): Promise<number> {
    await podman(['stop', '--time', '60', this.#name]);
    return Number(await podman(['inspect', '--format', '{{.State.ExitCode}}', this.#name]));
  }

  async kill(): Promise<void> {
    await podman(['kill', this.#name]);
    await podman(['wait', this.#name]);
  }

  logs(): Promise<string> {
    return podman(['logs', this.#name]);
  }

  async remove(): Promise<void> {
    await podman(['rm', '--force', '--time', '0', '--ignore', this.#name]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }
}

/** What the server answers to a request of somebody with a token. */
export async function ask(
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(SERVER + path, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Whether the server takes requests, as a balancer would ask. */
export async function isReady(): Promise<boolean> {
  return fetch(`${SERVER}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
