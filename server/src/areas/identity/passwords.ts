import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../../platform/config.ts'

/** Hashes and checks passwords and codes with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether the password is correct. Without a hash it checks a decoy, so that the response time does not show
   * whether the account exists. */
  check(password: string, passwordHash: string | null): Promise<boolean>
}

/** Hashes contain their parameters, so those created with earlier settings can still be checked. */
export function openPasswords({
  PASSWORD_MEMORY_KIB: memoryCost,
  PASSWORD_PASSES: timeCost,
}: Pick<Config, 'PASSWORD_MEMORY_KIB' | 'PASSWORD_PASSES'>): Passwords {
  const hashOf = (password: string) => hash(password, { memoryCost, timeCost })
  let decoy: Promise<string> | undefined
  return {
    hash: hashOf,
    async check(password, passwordHash) {
      decoy ??= hashOf('a password that nobody has')
      const matches = await verify(passwordHash ?? (await decoy), password)
      return passwordHash !== null && matches
    },
  }
}
