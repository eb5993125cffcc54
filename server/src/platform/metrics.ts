import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Notes a response with its duration in seconds. */
  noteResponse(response: { method: string; route: string; status: number; seconds: number }): void
  /** Responses of this process so far, with those from memory, and those of them with a status of 500 or more. */
  responseTotals(): { readonly all: number; readonly failed: number }
  /** Counts a response from memory. These are too many and too fast to time each. */
  countFromMemory(route: string): void
  /** Running jobs of this process, by name. */
  readonly jobsRunning: Gauge<'job'>
  /** Logged requests that were dropped because the database was too slow. */
  readonly logsDropped: Counter
  /** Webhook delivery attempts, by result. */
  readonly webhookAttempts: Counter<'outcome'>
  /** Failed attempts of subscriptions to handle an event. */
  readonly subscriptionFailures: Counter<'subscription'>
  /** Failed sweeps, by name. */
  readonly sweepFailures: Counter<'sweep'>
  /** Ends the measurement of the event loop. */
  close(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  addProcessMetrics(registry)
  const eventLoop = observeEventLoop(registry)
  const fromMemory = new Map<string, number>()
  const totals = { all: 0, failed: 0 }
  new Counter({
    name: 'kinora_http_answers_from_memory_total',
    help: 'Requests answered from memory, without timing',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      for (const [route, count] of fromMemory) this.inc({ route }, count)
      fromMemory.clear()
    },
  })
  // Each route has at most one histogram, so that the metrics stay short whatever is requested.
  const durations = new Histogram({
    name: 'kinora_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const responses = new Counter({
    name: 'kinora_http_responses_total',
    help: 'Responses, by class of status such as 2xx',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  return {
    registry,
    noteResponse({ method, route, status, seconds }) {
      totals.all += 1
      if (status >= 500) totals.failed += 1
      durations.observe({ method, route }, seconds)
      responses.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
    },
    countFromMemory(route) {
      totals.all += 1
      fromMemory.set(route, (fromMemory.get(route) ?? 0) + 1)
    },
    responseTotals: () => ({ ...totals }),
    jobsRunning: new Gauge({
      name: 'kinora_jobs_running',
      help: 'Running jobs of this process',
      labelNames: ['job'],
      registers: [registry],
    }),
    logsDropped: new Counter({
      name: 'kinora_request_logs_dropped_total',
      help: 'Logged requests dropped because the database was too slow',
      registers: [registry],
    }),
    webhookAttempts: new Counter({
      name: 'kinora_webhook_attempts_total',
      help: 'Webhook delivery attempts',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    subscriptionFailures: new Counter({
      name: 'kinora_subscription_failures_total',
      help: 'Failed attempts of subscriptions to handle an event',
      labelNames: ['subscription'],
      registers: [registry],
    }),
    sweepFailures: new Counter({
      name: 'kinora_sweep_failures_total',
      help: 'Failed sweeps',
      labelNames: ['sweep'],
      registers: [registry],
    }),
    close: () => void eventLoop.disable(),
  }
}

let ofProcess: Registry | undefined

/** Adds the metrics of this process. What measures them cannot be ended, so all registries share it. */
function addProcessMetrics(registry: Registry): void {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name)
    if (metric !== undefined) registry.registerMetric(metric)
  }
}

const RESOLUTION_MS = 10

/** How late the event loop was since the last reading. 1 is the maximum. */
function observeEventLoop(registry: Registry) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  new Gauge({
    name: 'kinora_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [0.5, 0.99, 1]) {
        // The histogram also contains the interval of the measurement.
        const ms = delays.count === 0 ? 0 : delays.percentile(quantile * 100) / 1e6 - RESOLUTION_MS
        this.set({ quantile }, Math.max(0, ms) / 1000)
      }
      delays.reset()
    },
  })
  return delays
}
