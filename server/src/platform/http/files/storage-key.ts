import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const KEY_BYTES = 96
const MAX_AGE_S = 400 * 24 * 3600

/** The key of a browser, which the console encrypts its session token in the browser's storage with: pages for viewers can
 * have the same origin and so the same storage. The key is in a cookie that no script can read, and in pages that the browser
 * shows in a window, which no script of another page can read (`Cross-Origin-Opener-Policy`, `X-Frame-Options`).
 * @returns empty for a script that fetches the page. Browsers do not say what a request is for without TLS, except on this
 * machine */
export function storageKey(request: FastifyRequest, reply: FastifyReply): string {
  const target = request.headers['sec-fetch-dest']
  if (target !== undefined && target !== 'document') return ''
  const isSecure = request.protocol === 'https'
  const name = isSecure ? '__Host-kinora-storage' : 'kinora-storage'
  const [, known] =
    new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{128})(?:;|$)`).exec(request.headers.cookie ?? '') ?? []
  const key = known ?? randomBytes(KEY_BYTES).toString('base64url')
  const rules = `Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${key}; ${rules}`)
  return key
}
