import type { Authenticator } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Bus } from '../../platform/events/bus.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** What activity's verbs stand on. */
export interface Activity {
  readonly db: Database
  readonly clock: Clock
  readonly config: Pick<Config, 'URL_ALLOW_PRIVATE'>
  readonly log: Logger
  readonly bus: Bus
  readonly metrics: Pick<Metrics, 'logsDropped' | 'webhookAttempts'>
  readonly secrets: Secrets
  readonly authenticator: Pick<Authenticator, 'organization' | 'environments'>
  /** Names of environments by their ids. */
  readonly environmentNames: (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Tells whoever made a webhook that Kinora disabled it. */
  readonly notifyOwner: (webhook: DisabledWebhook) => Promise<void>
}

/** What telling webhooks stands on. */
export type Dispatching = Omit<Activity, 'authenticator'>

export interface DisabledWebhook {
  readonly id: string
  readonly organizationId: string
  readonly environmentId: string
  readonly url: string
  /** The person who made it. */
  readonly createdBy: string
  readonly because: 'failing' | 'gone'
}
