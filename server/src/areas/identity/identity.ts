import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Passwords } from './accounts/passwords.ts'

/** What identity's functions stand on. */
export interface Identity extends Platform {
  readonly passwords: Passwords
}

/** Whether an address has to be confirmed before its account can do anything. */
export function mustVerify({ VERIFY_EMAIL, SMTP_URL }: Config): boolean {
  return VERIFY_EMAIL === 'auto' ? SMTP_URL !== undefined : VERIFY_EMAIL === 'true'
}
