import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults (19 MiB, 2 passes: OWASP's first choice). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password is right. Where there is no account it takes the same time over a decoy, so that the
 * time of the answer tells nothing.
 */
export async function checkPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const matches = await verify(passwordHash ?? (await decoy), password)
  return passwordHash !== null && matches
}
