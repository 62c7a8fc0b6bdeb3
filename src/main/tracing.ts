import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { BeginRequest, RequestSpan, Span, SpanFacts, Stage } from '../core/span.ts'
import { readVersion } from '../server/version.ts'

export interface Tracing extends AsyncDisposable {
  readonly beginRequest: BeginRequest
}

/** How long the end of the service waits for the last spans to be sent. */
const LAST_SPANS_MS = 2000

/**
 * Sends spans over OTLP/HTTP in JSON, in batches, to the path /v1/traces below the endpoint. Headers, sampler, resource
 * and limits are those of the environment variables of the OpenTelemetry SDK. `report` gets failures to send. The caller disposes the result.
 */
export function openTracing(endpoint: string, report: (error: Error) => void): Tracing {
  const version = readVersion()
  diag.setLogger({ ...SILENT, error: (message) => report(new Error(message)) }, DiagLogLevel.ERROR)
  setGlobalErrorHandler((error) => report(error instanceof Error ? error : new Error(`${error}`)))
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'hoarfrost', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  })
  const tracer = provider.getTracer('hoarfrost', version)
  const propagator = new W3CTraceContextPropagator()
  return {
    beginRequest(method, route, headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const attributes = { 'http.request.method': method, 'http.route': route }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      return requestSpan(span, tracer)
    },
    async [Symbol.asyncDispose]() {
      const late = sleep(LAST_SPANS_MS, 'late', { ref: false })
      if ((await Promise.race([provider.shutdown().catch(report), late])) === 'late')
        report(new Error('no answer in time'))
      diag.disable()
    },
  }
}

const ignore = () => {}
const SILENT = { verbose: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

function requestSpan(span: OtelSpan, tracer: Tracer): RequestSpan {
  return {
    ...stageSpan(span, tracer),
    traceId: span.spanContext().traceId,
    fail(facts) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      end(span, facts)
    },
  }
}

function stageSpan(span: OtelSpan, tracer: Tracer): Span {
  const inside: Context = trace.setSpan(ROOT_CONTEXT, span)
  return {
    begin: (stage: Stage) => stageSpan(tracer.startSpan(stage, {}, inside), tracer),
    end: (facts) => end(span, facts),
  }
}

function end(span: OtelSpan, facts: SpanFacts = {}): void {
  if (!span.isRecording()) return
  for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) span.setAttribute(name, fact)
  span.end()
}
