import type { Authenticator } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Bus } from '../../platform/events/bus.ts'
import type { Ffmpeg } from '../../platform/ffmpeg/index.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Logger } from '../../platform/log.ts'
import type { PlaybackKey } from '../../platform/playback-key.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** What the library's verbs stand on. */
export interface Library {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly log: Logger
  readonly storage: Storage
  readonly jobs: Jobs
  readonly bus: Bus
  readonly ffmpeg: Ffmpeg
  readonly playbackKey: PlaybackKey
  readonly secrets: Secrets
  readonly authenticator: Authenticator
  /** Folder of this process for files under way, on the same disk as local storage. */
  readonly workFolder: string
}
