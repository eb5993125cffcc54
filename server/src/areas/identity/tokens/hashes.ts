import { createHash } from 'node:crypto'

/** Hashes random secrets and email addresses for storage. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Hash of an email address, regardless of case and surrounding spaces. */
export function addressHash(email: string): Buffer {
  return hashOf(email.trim().toLowerCase())
}
