import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'

/** What activity's functions stand on. */
export interface Activity
  extends Pick<Platform, 'db' | 'pool' | 'clock' | 'log' | 'bus' | 'metrics' | 'secrets'> {
  readonly config: Pick<Platform['config'], 'URL_ALLOW_PRIVATE'>
  readonly authenticator: Pick<Authenticator, 'organization' | 'environments' | 'findEnvironments'>
}

/** What sending to webhooks stands on. */
export type DispatchContext = Omit<Activity, 'authenticator' | 'pool'>
