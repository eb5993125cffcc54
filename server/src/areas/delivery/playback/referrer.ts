import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a request says of the page that it is made for: one of our own, a host, nothing at all (apps, television sets,
 * native players, a typed address), or nothing that can be known.
 */
export type Referrer =
  | { readonly kind: 'own' | 'none' | 'hidden' }
  | { readonly kind: 'host'; readonly host: string }

/**
 * Reads `Referer`, and where there is none `Origin`, which browsers send with what scripts ask of other sites. An
 * origin of `null` is a page that hides where it is: no app would say that.
 * @param ownOrigin by which viewers reach us
 */
export function referrerOf(
  { referer, origin }: Pick<IncomingHttpHeaders, 'referer' | 'origin'>,
  ownOrigin: string,
): Referrer {
  const named = referer || origin
  if (!named) return { kind: 'none' }
  const url = URL.parse(named)
  if (url === null || !/^https?:$/.test(url.protocol)) return { kind: 'hidden' }
  // Schemes may differ where something before us speaks TLS.
  if (url.host === URL.parse(ownOrigin)?.host) return { kind: 'own' }
  return { kind: 'host', host: url.hostname.replace(/\.$/, '') }
}

/** Whether a host is meant by `example.com`, or by `*.example.com`, which means all below it and not itself. */
export function isReferrer(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
