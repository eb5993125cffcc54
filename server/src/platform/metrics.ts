import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Seconds a request took, by method, route and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>
  /** Counts an answer from memory: there are too many, and they are too quick, to time each. */
  countFromMemory(route: string): void
  /** Jobs running in this process, by name. */
  readonly jobsRunning: Gauge<'job'>
  /** Logged requests that were thrown away, because the database did not keep up. */
  readonly logsDropped: Counter
  /** Attempts to tell a webhook, by how they ended. */
  readonly webhookAttempts: Counter<'outcome'>
  /** Events that a subscription failed to handle, each attempt. */
  readonly subscriptionFailures: Counter<'subscription'>
  /** Sweeps that failed, by name. */
  readonly sweepFailures: Counter<'sweep'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const fromMemory = new Map<string, number>()
  new Counter({
    name: 'kinora_http_answers_from_memory_total',
    help: 'Requests answered from memory, which are not timed',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      for (const [route, count] of fromMemory) this.inc({ route }, count)
      fromMemory.clear()
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'kinora_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    countFromMemory(route) {
      fromMemory.set(route, (fromMemory.get(route) ?? 0) + 1)
    },
    jobsRunning: new Gauge({
      name: 'kinora_jobs_running',
      help: 'Jobs at work in this process',
      labelNames: ['job'],
      registers: [registry],
    }),
    logsDropped: new Counter({
      name: 'kinora_request_logs_dropped_total',
      help: 'Logged requests thrown away because the database did not keep up',
      registers: [registry],
    }),
    webhookAttempts: new Counter({
      name: 'kinora_webhook_attempts_total',
      help: 'Attempts to tell a webhook of an event',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    subscriptionFailures: new Counter({
      name: 'kinora_subscription_failures_total',
      help: 'Events that a subscription failed to handle, each attempt',
      labelNames: ['subscription'],
      registers: [registry],
    }),
    sweepFailures: new Counter({
      name: 'kinora_sweep_failures_total',
      help: 'Sweeps that failed',
      labelNames: ['sweep'],
      registers: [registry],
    }),
  }
}
