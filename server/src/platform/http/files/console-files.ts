import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../../problem.ts'
import type { HttpServer } from '../server.ts'
import { serveBuiltFiles } from './built-files.ts'
import { storageKey } from './storage-key.ts'

/** Prefixes of services. Unknown paths below them answer 404 instead of the console. */
const servicePrefixes = [
  '/services/',
  '/video/',
  '/data/',
  '/play/',
  '/whip',
  '/whep/',
  '/image/',
  '/storage/',
  '/billing/',
  '/rooms/',
  '/api/',
]

/** Origins that the console uses besides its own. */
export interface ConsoleOrigins {
  /** Receives parts of uploads. */
  readonly storage: string | null
  /** Serves images, playlists and segments. */
  readonly delivery: string | null
  /** Has the embed and watch pages. */
  readonly pages: string | null
  /** Whether people enter cards in fields of Stripe. */
  readonly hasStripe: boolean
}

/** Serves the built console: hashed files with unlimited caching, and its page for all other paths, with a new
 * nonce for styles each time. */
export async function serveConsole(
  server: HttpServer,
  folder: string,
  origins: ConsoleOrigins,
): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await serveBuiltFiles(server.app, {
    folder,
    headersOf: (path) => ({
      'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
  })
  server.app.get('/*', { config: { perMinute: false } }, async (request, reply) => {
    const isService = servicePrefixes.some((prefix) => request.url.startsWith(prefix))
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (isService || !isPage) throw problem('not-found')
    const nonce = randomBytes(16).toString('base64url')
    const key = storageKey(request, reply)
    return (
      reply
        .header('content-security-policy', consolePolicy(nonce, origins))
        // A script could read the key in a cached page, or in a window that it opened.
        .header('cache-control', 'no-store')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('x-frame-options', 'DENY')
        .type('text/html; charset=utf-8')
        .send(page.replaceAll('__NONCE__', nonce).replace('__STORAGE_KEY__', key))
    )
  })
}

/** Sources of Stripe.js (https://docs.stripe.com/security/guide#content-security-policy). */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
} as const

/** No inline scripts, no inline style sheets without the nonce of the response, nothing from other origins but those of the
 * installation, and of Stripe if it takes cards. */
function consolePolicy(nonce: string, { storage, delivery, pages, hasStripe }: ConsoleOrigins): string {
  const from = (...origins: (string | null)[]) =>
    ["'self'", ...origins.filter((origin) => origin !== null)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${from(...(hasStripe ? stripe.scripts : []))}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${from(delivery)} data: blob:`,
    `media-src ${from(delivery)} blob:`,
    `frame-src ${from(delivery, pages, ...(hasStripe ? stripe.frames : []))}`,
    "worker-src 'self' blob:",
    `connect-src ${from(delivery, storage, ...(hasStripe ? stripe.connections : []))}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
