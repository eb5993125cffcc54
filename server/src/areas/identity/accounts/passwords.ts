import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../../../platform/config.ts'

/** Hashes passwords and codes by argon2id, and checks them. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether the password is right. Where there is no account it takes the same time over a decoy, so that the
   * time of the answer tells nothing.
   */
  check(password: string, passwordHash: string | null): Promise<boolean>
}

/** A hash names the cost that it was made with, so those of an earlier setting are still checked. */
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
