import type { FastifyInstance } from 'fastify'

/** Players on any site can read public resources. */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, etag, location',
  'cross-origin-resource-policy': 'cross-origin',
} as const

const preflight = {
  ...publicHeaders,
  'access-control-max-age': '86400',
  'cache-control': 'public, max-age=86400',
}

/** Requests that pages of other sites may send. */
const allowed = {
  files: {
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers':
      'range, if-range, if-none-match, cmcd-object, cmcd-request, cmcd-session, cmcd-status',
  },
  /** Embedded reports, whose secret is a bearer token. */
  reports: {
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'authorization',
  },
  /** WHIP and WHEP (RFC 9725 4.1). */
  webrtc: {
    'access-control-allow-methods': 'POST, DELETE, PATCH, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, if-match',
    'accept-post': 'application/sdp',
  },
  beacons: {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  },
} as const
export type OpenKind = keyof typeof allowed

export interface OpenPaths {
  /** Allows pages of any site to read every response under a path such as `/play/`, including errors. */
  open(path: string, kind?: OpenKind): void
  /** Serves a path on the origin of the pages for viewers too. Open paths are. */
  forViewers(path: string): void
  readonly isForViewers: (url: string) => boolean
  /** Headers of an error response for these pages. */
  headersFor(url: string): Readonly<Record<string, string>>
}

export function openPaths(app: FastifyInstance): OpenPaths {
  const open: string[] = []
  const viewers: RegExp[] = []
  return {
    open(path, kind = 'files') {
      open.push(path)
      viewers.push(startsLike(path))
      app.options(`${path}*`, { config: { perMinute: false } }, (_request, reply) =>
        reply
          .code(204)
          .headers({ ...preflight, ...allowed[kind] })
          .send(),
      )
    },
    forViewers: (path) => void viewers.push(startsLike(path)),
    isForViewers: (url) => viewers.some((path) => path.test(url)),
    headersFor: (url) => (open.some((path) => url.startsWith(path)) ? publicHeaders : {}),
  }
}

/** Addresses that begin with a path, which can have parameters such as `:id`. */
function startsLike(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/?#]+')}`)
}
