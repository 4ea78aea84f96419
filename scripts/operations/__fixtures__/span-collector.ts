import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CollectedSpan = { name: string; traceId: string; service: string | undefined };

type Exported = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string }[] }[];
  }[];
};

/** Takes the spans that servers send over OTLP, as a collector of OpenTelemetry does. */
export class SpanCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void bodyOf(request).then((text) => {
        const isTraces = request.url === '/v1/traces';
        if (isTraces) this.#take(JSON.parse(text) as Exported);
        response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<SpanCollector> {
    const collector = new SpanCollector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The kinds of the spans of a trace: the first words of their names, each once. */
  kindsOf(traceId: string): string[] {
    const names = this.spans.filter((span) => span.traceId === traceId).map(({ name }) => name.split(' ')[0]!);
    return [...new Set(names)].toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take({ resourceSpans }: Exported): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map(({ name, traceId }) => ({ name, traceId, service })));
      }
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece as string;
  return text;
}
