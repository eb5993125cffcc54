import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { areas } from './areas.gen.ts'
import { assertRouted, type OpenArea, openAreas } from './platform/area.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { roles as allRoles, type Config, type Role } from './platform/config.ts'
import { migrateDatabase } from './platform/database/migrations.ts'
import { keepPartitions } from './platform/database/partitions.ts'
import { mendOutbox, outboxPartitions } from './platform/events/outbox.ts'
import {
  registerSubscriptions,
  startSubscriptions,
  subscriptionGauges,
} from './platform/events/subscriptions.ts'
import type { Tools } from './platform/ffmpeg/index.ts'
import { serveDocs } from './platform/http/docs/docs.ts'
import { offeredWithout } from './platform/http/docs/offered.ts'
import { serveConsole } from './platform/http/files/console-files.ts'
import { serveHealth } from './platform/http/health/health.ts'
import { serveMetrics } from './platform/http/health/metrics-page.ts'
import { pruneIdempotency } from './platform/http/idempotency.ts'
import { pruneRateCounters } from './platform/http/rate-limits.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { runSweeps, type Sweeps, startSweeping } from './platform/jobs/sweeper.ts'
import { startReencryption } from './platform/keys/reencrypt.ts'
import type { Logger } from './platform/log.ts'
import { openPlatform, type Platform } from './platform/platform.ts'
import { readinessChecks } from './platform/readiness.ts'

const root = join(import.meta.dirname, '../..')
const DRAIN_MS = 3_000

export interface Kinora {
  /** URL of the server. */
  readonly url: string
  /** Runs all sweeps now. @throws the first error, after all have run */
  sweep(): Promise<void>
  /** Waits for requests and jobs, then stops all services of this process. */
  stop(): Promise<void>
}

/**
 * Starts the services of the configured roles on an existing database.
 * @param tools the capabilities of ffmpeg, if known; detected otherwise
 */
export async function startKinora(
  config: Config,
  databaseUrl: string,
  log: Logger,
  clock: Clock = systemClock,
  tools?: Tools,
): Promise<Kinora> {
  // Services end in the opposite order, when Kinora stops and when it cannot start.
  await using begun = new AsyncDisposableStack()
  const roles = config.ROLES
  await migrateDatabase(databaseUrl, join(root, 'server/migrations'))
  const { absent = [], present = [] } = Object.groupBy(areas, ({ isOff }) =>
    isOff?.(config) ? 'absent' : 'present',
  )
  const offered = offeredWithout(absent.map((area) => area.contract))
  const platform = await openPlatform({ config, offered, databaseUrl, log, clock, tools }, begun)
  await prepareTables(platform)

  const { opened, offers } = await openAreas(present, platform)
  for (const { close } of opened) if (close) begun.defer(async () => close())
  await platform.jobs.declare(opened.flatMap(({ jobs = [] }) => jobs))
  const subscriptions = opened.flatMap((area) => area.subscriptions ?? [])
  await registerSubscriptions(platform.db, subscriptions)
  for (const group of [subscriptionGauges(platform.db), ...opened.flatMap((area) => area.gauges ?? [])])
    platform.gauges.add(group)
  const sweeps = sweepsOf(platform, opened)
  if (roles.includes('worker')) {
    await platform.jobs.work()
    const sealed = opened.flatMap((area) => area.sealed ?? [])
    begun.defer(startReencryption(platform, sealed))
    begun.defer(startSubscriptions(platform, subscriptions))
    begun.defer(startSweeping(platform, sweeps))
  }
  for (const role of roles) {
    for (const { services } of opened) {
      const stop = await services?.[role]?.()
      if (stop) begun.defer(async () => stop())
    }
  }

  const server = createHttpServer({ ...platform, authenticator: offers.authenticator })
  begun.defer(() => closeServer(server.app))
  serveHealth(server, Object.assign(readinessChecks(platform), ...opened.map(({ readiness }) => readiness)))
  serveMetrics(server, config, () => platform.metrics.registry.metrics())
  for (const { hooks } of opened) hooks?.(server)
  for (const role of roles) await serveRole(role, server, platform, opened)
  const withRoutes = allRoles.filter((role) => opened.some(({ routes }) => routes?.[role]))
  if (withRoutes.every((role) => roles.includes(role))) assertRouted(present, server)
  const url = await server.app.listen({ port: config.PORT, host: config.HOST })

  const running = begun.move()
  return {
    url,
    async sweep() {
      const [error] = await runSweeps(platform, sweeps)
      if (error !== undefined) throw error
    },
    stop: () => running.disposeAsync(),
  }
}

/** Creates this week's partitions, and repairs the outbox after a restore. */
async function prepareTables({ db, clock, log }: Platform): Promise<void> {
  await mendOutbox(db)
  for (const table of partitioned()) await keepPartitions(db, table, clock.now(), log)
}

function partitioned() {
  return [outboxPartitions, ...areas.flatMap(({ partitions = [] }) => partitions)]
}

async function serveRole(
  role: Role,
  server: HttpServer,
  { parts, config, offered }: Platform,
  opened: readonly OpenArea[],
): Promise<void> {
  for (const { routes, hideIds } of opened) await routes?.[role]?.(hideIds ? { ...server, hideIds } : server)
  if (role !== 'web') return
  await serveDocs(server, offered)
  const delivery = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin
  await serveConsole(server, join(root, 'console/dist'), {
    storage: parts.partOrigin,
    delivery,
    pages: config.EMBED_ORIGIN ?? null,
    hasStripe: config.BILLING === 'on' && config.PAYMENTS === 'stripe',
  })
}

/** Waits for running requests, and closes the connections of those that take too long. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(timer)
}

function sweepsOf({ db, clock, log }: Platform, opened: readonly OpenArea[]): Sweeps {
  const own: Sweeps = {
    idempotency: () => pruneIdempotency(db, clock.now()),
    rateCounters: () => pruneRateCounters(db, clock.now()),
    partitions: async () => {
      for (const table of partitioned()) await keepPartitions(db, table, clock.now(), log)
    },
  }
  return Object.assign(own, ...opened.map(({ sweeps }) => sweeps))
}
