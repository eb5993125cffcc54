import { createHash } from 'node:crypto'

/** How secrets with much randomness are kept, and addresses that must not be read. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The same for an e-mail address, however it was typed. */
export function addressHash(email: string): Buffer {
  return hashOf(email.trim().toLowerCase())
}
