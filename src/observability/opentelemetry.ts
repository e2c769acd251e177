// Traces by the SDK of OpenTelemetry, sent by OTLP in batches. The queue is bounded: if the collector is slow or gone, spans are dropped.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../config.js';
import { toLoggedPath } from './request.js';
import {
  type Attributes,
  codeOf,
  readTraceParent,
  type TracedRequest,
  type TracedSpan,
  type Tracer,
} from './tracer.js';
import { VERSION } from './version.js';

/** Spans of about 1 kB that wait for the collector. */
const MAX_WAITING = 2048;
const BATCH_SIZE = 256;
const SEND_INTERVAL_MS = 2000;
const SEND_TIMEOUT_MS = 5000;
const STOP_TIMEOUT_MS = 2000;
const WARNING_INTERVAL_MS = 60_000;
/** Characters. As in the log, a statement is recorded up to here: much of what a span costs is the sending of its bytes. */
const MAX_ATTRIBUTE_LENGTH = 500;
/** Statements of the service have their values as parameters; MikroORM writes them into the text: texts and numbers, such as coordinates. */
const LITERAL = /'(?:[^']|'')*'|(?<![\w$"])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/g;

const spanOf = Symbol('span');
interface TracedResponse extends ServerResponse {
  [spanOf]?: OpenSpan;
}

class OpenSpan implements TracedSpan {
  private context: Context | undefined;

  constructor(readonly span: Span) {}

  /** The context of the spans below it. */
  get below(): Context {
    this.context ??= trace.setSpan(ROOT_CONTEXT, this.span);
    return this.context;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  setAttribute(name: string, value: string | number): void {
    this.span.setAttribute(name, value);
  }

  fail(code: string): void {
    this.span.setAttribute('error.type', code);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

export function createTracer({ endpoint, headers, ratio, serviceName }: TraceSettings, log: Logger): Tracer {
  warnOfFailures(log);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: SEND_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH_SIZE,
        scheduledDelayMillis: SEND_INTERVAL_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  return new OtelTracer(provider);
}

class OtelTracer implements Tracer {
  private readonly tracer;
  /** The span within which something runs. Only spans that are recorded are entered. */
  private readonly current = new AsyncLocalStorage<OpenSpan | undefined>();

  constructor(private readonly provider: TracerProvider) {
    this.tracer = provider.getTracer('beekeeping');
  }

  get isRecording(): boolean {
    return this.openSpan !== undefined;
  }

  request(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const { method = '', url = '' } = request;
    const open = this.start(method, SpanKind.SERVER, remoteContext(request));
    (response as TracedResponse)[spanOf] = open;
    const { span } = open;
    if (span.isRecording()) {
      span.setAttributes({ 'http.request.method': method, 'url.path': toLoggedPath(url), 'url.scheme': 'http' });
      this.current.run(open, handle, request, response);
    } else if (this.current.getStore()) this.current.run(undefined, handle, request, response);
    else handle(request, response);
  }

  endRequest(
    response: ServerResponse,
    { api, status, route, rootField, accountId }: TracedRequest,
  ): string | undefined {
    const open = (response as TracedResponse)[spanOf];
    if (!open) return undefined;
    const { span } = open;
    if (span.isRecording()) {
      const path = api === 'graphql' ? '/graphql' : route;
      if (path) {
        span.setAttribute('http.route', path);
        const { method } = response.req;
        span.updateName(api === 'graphql' && rootField ? `${method} ${path} ${rootField}` : `${method} ${path}`);
      }
      if (accountId) span.setAttribute('user.id', accountId);
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) open.fail(String(status));
      span.end();
    }
    return open.traceId;
  }

  run<T>(name: string, attributes: Attributes, work: (span?: TracedSpan) => T): T {
    const parent = this.openSpan;
    if (!parent) return work();
    return this.within(this.start(name, SpanKind.INTERNAL, parent.below, attributes), work);
  }

  get traceparent(): string | undefined {
    const context = this.openSpan?.span.spanContext();
    return context && `00-${context.traceId}-${context.spanId}-01`;
  }

  runRoot<T>(name: string, attributes: Attributes, work: (span?: TracedSpan) => T, cause?: string): T {
    const span = this.start(name, SpanKind.INTERNAL, ROOT_CONTEXT, attributes);
    const context = toSpanContext(cause);
    if (context) span.span.addLink({ context });
    return span.span.isRecording() ? this.within(span, work) : this.exit(work);
  }

  exit<T>(work: () => T): T {
    return this.current.getStore() ? this.current.run(undefined, work) : work();
  }

  statement(text: string): TracedSpan | undefined {
    const parent = this.openSpan;
    if (!parent) return undefined;
    const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replace(LITERAL, '?'),
    };
    return this.start(operation, SpanKind.CLIENT, parent.below, attributes);
  }

  async stop(): Promise<void> {
    const stopped = this.provider.shutdown().catch(() => {});
    await Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Work that a request has begun, such as a timer, may outlive its span: it is not a part of it any more. */
  private get openSpan(): OpenSpan | undefined {
    const open = this.current.getStore();
    return open?.span.isRecording() ? open : undefined;
  }

  private start(name: string, kind: SpanKind, context: Context, attributes?: Attributes): OpenSpan {
    return new OpenSpan(this.tracer.startSpan(name, attributes ? { kind, attributes } : { kind }, context));
  }

  /** The promise of the work is returned as it is: what shares a batch with others must not settle later than they do. */
  private within<T>(span: OpenSpan, work: (span: TracedSpan) => T): T {
    const fail = (error: unknown): void => {
      span.fail(codeOf(error));
      span.end();
    };
    try {
      const result = this.current.run(span, () => work(span));
      if (result instanceof Promise) void result.then(() => span.end(), fail);
      else span.end();
      return result;
    } catch (error) {
      fail(error);
      throw error;
    }
  }
}

function remoteContext({ headers }: IncomingMessage): Context {
  const parent = toSpanContext(headers.traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function toSpanContext(traceparent: unknown): SpanContext | undefined {
  const parent = readTraceParent(traceparent);
  if (!parent) return undefined;
  const { traceId, spanId, isSampled } = parent;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

/** Logs that spans could not be sent, at most once in a minute. What the SDK says of it may contain the headers or the collector's response. */
function warnOfFailures(log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (): void => {
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const ignore = (): void => {};
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}
