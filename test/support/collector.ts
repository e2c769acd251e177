// A collector of traces: a server that receives what the exporter of OpenTelemetry sends by OTLP, as JSON.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 is an error. */
  status: number;
  attributes: Record<string, string | number>;
  links?: { traceId: string }[];
  /** The attributes of the process. */
  resource: Record<string, string | number>;
}
interface Value {
  stringValue?: string;
  intValue?: number;
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'status'> & { attributes: Attribute[]; status: { code: number } })[];
    }[];
  }[];
}
type Attribute = { key: string; value: Value };

const toObject = (attributes: Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was sent, as text. */
  bytes = '';
  headers: IncomingHttpHeaders = {};
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      this.headers = request.headers;
      this.bytes += body;
      if (request.url === '/otlp/v1/traces') this.receive(JSON.parse(body));
      if (this.answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  /** @param answers whether it answers, or only reads */
  constructor(private readonly answers = true) {}

  /** @returns the endpoint */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/otlp`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** The spans of a trace as an indented tree: those below a span in the order of their names. */
  tree(traceId: string): string[] {
    const own = this.spans.filter((span) => span.traceId === traceId);
    const ids = new Set(own.map(({ spanId }) => spanId));
    const write = (parent: string | undefined, depth: number): string[] =>
      own
        .filter(({ parentSpanId }) => (parent ? parentSpanId === parent : !ids.has(parentSpanId ?? '')))
        .sort((a, b) => a.name.localeCompare(b.name))
        .flatMap(({ name, spanId, status }) => [
          `${'  '.repeat(depth)}${name}${status === 2 ? ' FAILED' : ''}`,
          ...write(spanId, depth + 1),
        ]);
    return write(undefined, 0);
  }

  private receive({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          attributes: toObject(attributes),
          status: status.code,
          resource: toObject(resource.attributes),
        });
  }
}
