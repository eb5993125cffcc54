import { inject } from 'vitest'
import { readConfig } from '../config.ts'
import { startKinora } from '../kinora.ts'
import type { Clock } from '../platform/clock.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { watchedRoot } from './intake/watched-root.ts'
import { copySnapshot, type Place } from './snapshots.ts'

export interface TestKinora extends Place {
  readonly url: string
  /** The log so far, as JSON lines. @throws Error after `stop` */
  readonly logged: () => string
  sweep(): Promise<void>
  stop(): Promise<void>
}

export interface TestOptions {
  readonly env?: Record<string, string>
  readonly clock?: Clock
  /** Shares database and files of another Kinora, which must remove them. */
  readonly beside?: Place
  /** Detects the capabilities of an ffmpeg that lacks some. */
  readonly isFfmpegPoor?: boolean
}

/** Starts a complete Kinora with its own database and folder, on a free loopback port. */
export async function startTestKinora(options: TestOptions = {}): Promise<TestKinora> {
  const { env = {}, clock = systemClock, beside, isFfmpegPoor } = options
  const place =
    beside === undefined
      ? await copySnapshot('empty', startOnce)
      : { ...beside, remove: async () => undefined }
  const { databaseUrl, dataDir } = place
  const lines: string[] = []
  const config = readConfig({
    PORT: '0',
    // A live node is a process of its own; tests of live streams start it.
    ROLES: 'web,delivery,worker',
    // A second one takes seconds of processor time; tests of what it is for turn it on.
    LIVE_STANDBY: 'off',
    RTMP_PORT: '0',
    SRT_PORT: '0',
    WEBRTC_PORT: '0',
    DATA_DIR: dataDir,
    WATCH_ROOTS: watchedRoot(dataDir),
    LOG_LEVEL: 'debug',
    STORAGE_MIN_FREE_BYTES: '1000000',
    URL_ALLOW_PRIVATE: '127.0.0.0/8',
    // Each client of a test says it comes from an address of its own, so that they do not share a rate limit.
    TRUST_PROXY: '1',
    // The minimum, because tests sign up many people.
    PASSWORD_MEMORY_KIB: '8',
    PASSWORD_PASSES: '1',
    // Clocks of tests move by weeks at once.
    SESSION_IDLE_MINUTES: '525600',
    ...inject('bucket'),
    // Clocks of tests stand in the past, and ClickHouse deletes by the real one.
    VIEWS_DAYS: '3650',
    // Tests have few views, and their sums must be right too.
    RAW_VIEWS: '0',
    ...env,
  })
  const log = createLog(config.LOG_LEVEL, { write: (line) => void lines.push(line) })
  const tools = isFfmpegPoor ? undefined : inject('tools')
  // Test files keep what they started: its memory would stay until the last file.
  let running: Awaited<ReturnType<typeof startKinora>> | null = await startKinora(
    config,
    databaseUrl,
    log,
    clock,
    tools,
  )
  const ended = () => new Error('it has ended, with its log')
  return {
    url: running.url,
    databaseUrl,
    dataDir,
    logged() {
      if (running === null) throw ended()
      return lines.join('')
    },
    async sweep() {
      if (running === null) throw ended()
      await running.sweep()
    },
    async stop() {
      await running?.stop()
      running = null
      lines.length = 0
      await place.remove()
    },
  }
}

/** Creates tables, queues and keys, which make the first start slow. */
async function startOnce(place: Place): Promise<null> {
  const kinora = await startTestKinora({ beside: place })
  await kinora.stop()
  return null
}
