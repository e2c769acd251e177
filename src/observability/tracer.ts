// What the service traces (docs/operations.md#traces). The SDK of OpenTelemetry is in opentelemetry.ts, which is loaded only where a collector
// is set. Without one `tracer` is undefined: wrappers are then not even installed, and a request costs one check.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestLog } from './request.js';

export type Attributes = Record<string, string | number>;

/** An operation that is being traced. */
export interface TracedSpan {
  readonly traceId: string;
  setAttribute(name: string, value: string | number): void;
  /** Marks the operation as failed. Messages of errors may contain data of people: only a code is recorded. */
  fail(code: string): void;
  end(): void;
}

export interface Tracer {
  /** Whether what runs now is part of a trace that is recorded. Of most requests it is false: wrappers ask before they create anything. */
  readonly isRecording: boolean;
  /** Decides whether a request is recorded, which may continue the trace of its `traceparent`, and handles it within its span if so. */
  request(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void;
  /** Ends the span of a request. @returns the id of its trace */
  endRequest(response: ServerResponse, request: TracedRequest): string | undefined;
  /** Runs work as a part of the current span; without one, the work is not traced. Failed promises fail the span. */
  run<T>(name: string, attributes: Attributes, work: (span?: TracedSpan) => T): T;
  /** What is being traced, as the header `traceparent`; undefined if nothing is. */
  readonly traceparent: string | undefined;
  /** Runs work as a trace of its own. @param cause the `traceparent` of what caused it, to which its span is linked */
  runRoot<T>(name: string, attributes: Attributes, work: (span?: TracedSpan) => T, cause?: string): T;
  /** Runs work without a span. */
  exit<T>(work: () => T): T;
  /** Starts the span of a statement; undefined if nothing is being traced. */
  statement(text: string): TracedSpan | undefined;
  /** Sends what has been collected, within a limit of time. */
  stop(): Promise<void>;
}

/** What is known of a request when its response has been sent. */
export interface TracedRequest extends Pick<RequestLog, 'route' | 'rootField' | 'accountId'> {
  api: string;
  status: number;
}

/** Undefined if OTEL_EXPORTER_OTLP_ENDPOINT is not set. It is set once, before anything reads it. */
export let tracer: Tracer | undefined;

export function setTracer(created: Tracer): void {
  tracer = created;
}

/** Runs work as a trace of its own, where tracing is on. */
export const traceRoot = <T>(
  name: string,
  attributes: Attributes,
  work: (span?: TracedSpan) => T,
  cause?: string,
): T => (tracer ? tracer.runRoot(name, attributes, work, cause) : work());

const TRACEPARENT = /^[\da-e][\da-f]-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Reads the header `traceparent` of W3C Trace Context. */
export function readTraceParent(traceparent: unknown): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId && spanId ? { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 } : undefined;
}

/** The code of an error that says what failed, and nothing about anybody. */
export function codeOf(error: unknown): string {
  const { code, originalError, name } = (error ?? {}) as { code?: unknown; originalError?: unknown; name?: string };
  if (typeof code === 'string') return code;
  return originalError ? codeOf(originalError) : (name ?? 'Error');
}
