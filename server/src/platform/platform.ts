import { join } from 'node:path'
import type pg from 'pg'
import { type AlertSources, openAlertSources } from './alerts/alert-sources.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { installationSecret } from './database/installation.ts'
import { type Bus, openBus } from './events/bus.ts'
import { openProgress, type Progress } from './events/progress.ts'
import { detectFfmpeg, type Ffmpeg, type Tools } from './ffmpeg/index.ts'
import { openWorkFolder } from './ffmpeg/work-folder.ts'
import { connectionGauges, databaseGauges } from './gauges/database-gauges.ts'
import { type Gauges, openGauges } from './gauges/gauges.ts'
import { machineGauges } from './gauges/machine-gauges.ts'
import { type Offered, offeredWithout } from './http/docs/offered.ts'
import { jobGauges } from './jobs/job-gauges.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import type { Logger } from './log.ts'
import { type Mail, openMail } from './mail.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openPlaybackKey, type PlaybackKey } from './playback-key.ts'
import { type InstallationSecrets, openSecrets } from './secrets.ts'
import { type OpenStorage, openStorage } from './storage/index.ts'
import type { Storage } from './storage/storage.ts'
import { watchStorage } from './storage/watched-storage.ts'
import { openUsage, type Usage } from './usage/usage.ts'
import { openWorkers, type Workers } from './workers/workers.ts'

/** Shared services of all areas, created once per process. */
export interface Platform {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly databaseUrl: string
  readonly db: Database
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly jobs: Jobs
  readonly progress: Progress
  readonly storage: Storage
  /** How parts of uploads reach the storage. */
  readonly parts: Pick<OpenStorage, 'disk' | 'partOrigin'> & { readonly secret: string }
  readonly ffmpeg: Ffmpeg
  readonly mail: Mail
  /** Metrics that alert rules watch. */
  readonly alertSources: AlertSources
  readonly offered: Offered
  /** Records usage for billing. */
  readonly usage: Usage
  readonly metrics: Metrics
  /** Values of this process and the installation. Areas declare theirs. */
  readonly gauges: Gauges
  readonly workers: Workers
  readonly secrets: InstallationSecrets
  readonly playbackKey: PlaybackKey
  /** Folder of this process for temporary files, on the same disk as local storage. */
  readonly workFolder: string
}

export interface PlatformOptions {
  readonly config: Config
  /** Default: everything. */
  readonly offered?: Offered
  readonly databaseUrl: string
  readonly log: Logger
  readonly clock: Clock
  /** Capabilities of ffmpeg, if already detected. */
  readonly tools: Tools | undefined
}

/** Opens the platform on a migrated database. Started services are added to `begun`, to be stopped in reverse
 * order. */
export async function openPlatform(given: PlatformOptions, started: AsyncDisposableStack): Promise<Platform> {
  const { config, offered = offeredWithout([]), databaseUrl, log, clock, tools } = given
  const database = openDatabase(databaseUrl, config.DATABASE_POOL_MAX, log)
  started.defer(() => database.close())
  const { db, pool } = database
  const secret = await installationSecret(db, 'part-url-secret')
  const secrets = await openSecrets(config, db)
  const { storage, disk, partOrigin } = await openStorage(config, secret, clock)
  const watched = watchStorage(storage, clock)
  const ffmpeg = await detectFfmpeg({
    ffmpegPath: config.FFMPEG_PATH,
    ffprobePath: config.FFPROBE_PATH,
    tools,
  })
  const bus = await openBus(databaseUrl, pool, log)
  started.defer(() => bus.close())
  const metrics = createMetrics()
  started.defer(metrics.close)
  const gauges = openGauges(metrics.registry)
  for (const group of [machineGauges(config), connectionGauges(pool), databaseGauges(pool), jobGauges(pool)])
    gauges.add(group)
  gauges.add(watched.gauges)
  const workers = openWorkers()
  started.defer(workers.close)
  const jobs = await openJobs({ url: databaseUrl, log, metrics })
  started.defer(() => jobs.close())
  const work = await openWorkFolder(join(config.DATA_DIR, 'work'), { clock, log })
  started.defer(work.close)
  return {
    config,
    clock,
    log,
    databaseUrl,
    db,
    pool,
    bus,
    jobs,
    storage: watched.storage,
    ffmpeg,
    metrics,
    gauges,
    workers,
    secrets,
    progress: openProgress({ bus, log }),
    parts: { disk, partOrigin, secret },
    mail: openMail(config, clock, log),
    alertSources: openAlertSources(),
    offered,
    usage: openUsage(config.BILLING === 'on', log, clock.now),
    playbackKey: await openPlaybackKey(db, secrets, clock),
    workFolder: work.path,
  }
}
