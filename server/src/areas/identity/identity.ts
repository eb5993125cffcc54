import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Later } from './later.ts'
import type { Passwords } from './passwords.ts'

/** The services that identity uses. */
export interface Identity extends Platform {
  readonly passwords: Passwords
  /** Records what must not delay a response. */
  readonly later: Later
}

/** Whether a new account must confirm its email address first. */
export function requiresVerification({ VERIFY_EMAIL, SMTP_URL }: Config): boolean {
  return VERIFY_EMAIL === 'auto' ? SMTP_URL !== undefined : VERIFY_EMAIL === 'true'
}
