import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'

/** What the library's functions stand on. */
export interface Library extends Platform {
  readonly authenticator: Authenticator
}
