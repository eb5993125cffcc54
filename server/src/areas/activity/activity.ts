import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ObjectLimit } from './object-limits.ts'

/** The services that activity uses. */
export interface Activity
  extends Pick<Platform, 'db' | 'pool' | 'clock' | 'log' | 'bus' | 'metrics' | 'secrets'> {
  readonly config: Pick<Platform['config'], 'URL_ALLOW_PRIVATE'>
  readonly authenticator: Pick<Authenticator, 'organization' | 'environments' | 'findEnvironments'>
  /** Of the areas above. */
  readonly limits: readonly ObjectLimit[]
}

/** The services that sending to webhooks uses. */
export type DispatchContext = Omit<Activity, 'authenticator' | 'limits' | 'pool'>
