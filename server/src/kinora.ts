import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  type Activity,
  activityRoutes,
  logPartitions,
  openLogWriter,
  recordRequests,
  startDispatching,
  sweepActivity,
} from './areas/activity/index.ts'
import { deliveryRoutes, openDelivery } from './areas/delivery/index.ts'
import {
  createAuthenticator,
  environmentNames,
  type Identity,
  identityJobs,
  identityRoutes,
  pruneIdentity,
  tellWebhookOwner,
} from './areas/identity/index.ts'
import {
  downloadSource,
  forgetPrivateViews,
  type Library,
  libraryJobs,
  libraryRoutes,
  openWorkFolder,
  partRoute,
  sweepLibrary,
  videoSource,
} from './areas/library/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config, Role } from './platform/config.ts'
import { migrateDatabase, openDatabase } from './platform/database/database.ts'
import { installationSecret } from './platform/database/installation.ts'
import { keepPartitions } from './platform/database/partitions.ts'
import { openBus } from './platform/events/bus.ts'
import { mendOutbox, outboxPartitions } from './platform/events/outbox.ts'
import { detectFfmpeg } from './platform/ffmpeg/index.ts'
import { serveConsole } from './platform/http/console-files.ts'
import { serveDocs } from './platform/http/docs.ts'
import { serveHealth } from './platform/http/health.ts'
import { pruneIdempotency } from './platform/http/idempotency.ts'
import { createHttpServer } from './platform/http/server.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { startSweeping } from './platform/jobs/sweeper.ts'
import type { Logger } from './platform/log.ts'
import { openMail } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { openPlaybackKey } from './platform/playback-key.ts'
import { readinessChecks } from './platform/readiness.ts'
import { openSecrets } from './platform/secrets.ts'
import { openStorage } from './platform/storage/index.ts'

const root = join(import.meta.dirname, '../..')
const DRAIN_MS = 3_000

export interface Kinora {
  /** Where it listens. */
  readonly url: string
  /** Does now what is otherwise done every minute: see `sweepsOf`. */
  sweep(): Promise<void>
  /** Lets requests and jobs end, then stops everything this process started. */
  stop(): Promise<void>
}

/** Starts what the configuration's roles ask for, on a database that is there. */
export async function startKinora(
  config: Config,
  databaseUrl: string,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Kinora> {
  // What was begun is ended in the opposite order: when Kinora stops, and when it cannot start.
  await using begun = new AsyncDisposableStack()
  const has = (role: Role) => config.ROLES.includes(role)

  // Platform
  await migrateDatabase(databaseUrl, join(root, 'server/migrations'))
  const database = openDatabase(databaseUrl, config.DATABASE_POOL_MAX, log)
  begun.defer(() => database.close())
  const { db, pool } = database
  await mendOutbox(db)
  for (const table of [outboxPartitions, logPartitions]) await keepPartitions(db, table, clock.now(), log)
  const secret = await installationSecret(db, 'part-url-secret')
  const sessionSecret = await installationSecret(db, 'playback-session-secret')
  const secrets = await openSecrets(config, db)
  const mail = openMail(config, clock, log)
  const playbackKey = await openPlaybackKey(db, secrets, clock)
  const { storage, disk, partOrigin } = await openStorage(config, secret, clock)
  const ffmpeg = await detectFfmpeg({ ffmpegPath: config.FFMPEG_PATH, ffprobePath: config.FFPROBE_PATH })
  const bus = await openBus(databaseUrl, pool, log)
  begun.defer(() => bus.close())
  const metrics = createMetrics()

  // Areas' work
  let library: Library | null = null
  const theLibrary = () => {
    if (library === null) throw new Error('the library is not open yet')
    return library
  }
  let identity: Identity | null = null
  const theIdentity = () => {
    if (identity === null) throw new Error('identity is not open yet')
    return identity
  }
  const handlers = [...libraryJobs(theLibrary, config.ENCODE_CONCURRENCY), ...identityJobs(theIdentity)]
  const jobs = await openJobs({ url: databaseUrl, handlers, log, metrics })
  begun.defer(() => jobs.close())
  const work = await openWorkFolder(join(config.DATA_DIR, 'work'), { clock, log })
  begun.defer(work.close)
  const workFolder = work.path
  const people: Identity = {
    ...{ db, clock, config, log, storage, ffmpeg, jobs, mail, secrets, workFolder },
    forgetMember: forgetPrivateViews,
  }
  identity = people
  const authenticator = createAuthenticator(people)
  const opened: Library = {
    ...{
      db,
      clock,
      config,
      log,
      storage,
      jobs,
      bus,
      ffmpeg,
      playbackKey,
      secrets,
      authenticator,
      workFolder,
    },
  }
  library = opened
  const activity: Activity = {
    ...{ db, clock, config, log, bus, metrics, secrets, authenticator, environmentNames },
    notifyOwner: (webhook) => tellWebhookOwner(people, webhook),
  }
  const sweeps = sweepsOf(opened, activity)
  if (has('worker')) {
    await jobs.work()
    begun.defer(startDispatching(activity))
    begun.defer(startSweeping(pool, sweeps, log))
  }

  // Areas' routes
  const logWriter = openLogWriter(activity)
  begun.defer(() => logWriter.close())
  const server = createHttpServer({ config, log, db, clock, metrics, authenticator })
  begun.defer(() => closeServer(server.app))
  recordRequests(server, logWriter)
  const checks = readinessChecks({ pool, bus, storage, ffmpeg, config })
  serveHealth(server, checks, () => metrics.registry.metrics())
  if (has('web')) {
    identityRoutes(server, people)
    activityRoutes(server, activity)
    libraryRoutes(server, opened)
    if (disk !== null) partRoute(server, disk, secret)
    await serveDocs(server)
    const delivery = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin
    await serveConsole(server, join(root, 'console/dist'), { storage: partOrigin, delivery })
  }
  if (has('delivery')) {
    const delivery = openDelivery({ db, bus, clock, config, storage, playbackKey, sessionSecret })
    delivery.register(videoSource(opened))
    delivery.registerDownloads(downloadSource(opened))
    await deliveryRoutes(server, delivery, join(root, 'player/dist'))
  }
  const url = await server.app.listen({ port: config.PORT, host: config.HOST })

  const running = begun.move()
  return {
    url,
    async sweep() {
      for (const sweep of sweeps) await sweep()
    },
    stop: () => running.disposeAsync(),
  }
}

/** Lets requests end; those that are still under way after a while are cut off. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(timer)
}

function sweepsOf(library: Library, activity: Activity) {
  const { db, clock, log } = library
  return [
    () => sweepLibrary(library),
    () => pruneIdentity(db, clock),
    () => pruneIdempotency(db, clock.now()),
    () => keepPartitions(db, outboxPartitions, clock.now(), log),
    () => sweepActivity(activity),
  ]
}
