import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import type { Ffmpeg } from '../../platform/ffmpeg/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Passwords } from './passwords.ts'

/** What identity's verbs stand on. */
export interface Identity {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly storage: Storage
  readonly ffmpeg: Ffmpeg
  readonly jobs: Jobs
  readonly log: Logger
  readonly mail: Mail
  readonly secrets: Secrets
  readonly passwords: Passwords
  /** Folder of this process for files under way. */
  readonly workFolder: string
  /** Ends what other areas keep for a member alone, in the transaction that ends the membership. */
  readonly forgetMember: (tx: Transaction, gone: Gone) => Promise<void>
}

interface Gone {
  readonly userId: string
  readonly environmentIds: readonly string[]
}

/** Whether an address has to be confirmed before its account can do anything. */
export function mustVerify({ VERIFY_EMAIL, SMTP_URL }: Config): boolean {
  return VERIFY_EMAIL === 'auto' ? SMTP_URL !== undefined : VERIFY_EMAIL === 'true'
}
