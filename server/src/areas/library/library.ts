import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'

/** The platform's parts that the library uses. */
export interface Library extends Platform {
  readonly authenticator: Authenticator
}
