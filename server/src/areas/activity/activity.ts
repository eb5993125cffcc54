import type { Authenticator } from '../../platform/auth.ts'
import type { AddressRules } from '../../platform/net/address-guard.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ObjectLimit } from './object-limits.ts'
import type { VideoFinder } from './video-finder.ts'

/** The services that activity uses. */
export interface Activity
  extends Pick<Platform, 'db' | 'pool' | 'clock' | 'log' | 'bus' | 'metrics' | 'secrets' | 'workers'> {
  readonly config: AddressRules & Pick<Platform['config'], 'PUBLIC_URL'>
  readonly authenticator: Pick<Authenticator, 'organization' | 'environments' | 'findEnvironments'>
  /** Object limits that higher areas register. */
  readonly limits: readonly ObjectLimit[]
  /** Video finders that higher areas register. */
  readonly videoFinders: readonly VideoFinder[]
}

/** The services that sending to webhooks uses. */
export interface DispatchContext
  extends Omit<Activity, 'authenticator' | 'limits' | 'videoFinders' | 'pool' | 'config' | 'workers'> {
  readonly config: AddressRules
}
