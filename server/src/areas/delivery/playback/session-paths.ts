import { createHmac, timingSafeEqual } from 'node:crypto'

/** Session IDs in URLs. They are signed, so that clients cannot invent one. */
export interface SessionPaths {
  sign(playbackId: string, sessionId: string): string
  /** The session ID. Null if the signature is invalid or for another playback. */
  verify(playbackId: string, signed: string): string | null
}

const SESSION_ID = /^[A-Za-z0-9_-]{1,100}$/

export function sessionPaths(secret: string): SessionPaths {
  const signatureOf = (playbackId: string, sessionId: string) =>
    createHmac('sha256', secret).update(`${playbackId} ${sessionId}`).digest()
  return {
    sign(playbackId, sessionId) {
      if (!SESSION_ID.test(sessionId)) throw new Error('a session id may not hold such characters')
      return `${sessionId}.${signatureOf(playbackId, sessionId).toString('base64url')}`
    },
    verify(playbackId, signed) {
      const [sessionId = '', signature = '', ...rest] = signed.split('.')
      if (rest.length > 0 || !SESSION_ID.test(sessionId)) return null
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(playbackId, sessionId)
      return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : null
    },
  }
}
