/** The page that a request comes from: our own, a host, none (apps, TVs, native players, typed URLs), or hidden by
 * the page. */
export type Referrer =
  | { readonly kind: 'own' | 'none' | 'hidden' }
  | { readonly kind: 'host'; readonly host: string }

/** Reads `Referer`, or else `Origin`, which browsers send with cross-origin requests of scripts. Only pages that hide
 * their URL send the origin `null`.
 * @param ownOrigins the origins that viewers use for this server */
export function referrerOf(
  { referer, origin }: { readonly referer?: string | undefined; readonly origin?: string | undefined },
  ownOrigins: readonly string[],
): Referrer {
  const named = referer || origin
  if (!named) return { kind: 'none' }
  const url = URL.parse(named)
  if (url === null || !/^https?:$/.test(url.protocol)) return { kind: 'hidden' }
  // A proxy may terminate TLS, so schemes can differ.
  if (ownOrigins.some((own) => url.host === URL.parse(own)?.host)) return { kind: 'own' }
  return { kind: 'host', host: url.hostname.replace(/\.$/, '') }
}

/** Whether a host matches `example.com`, or `*.example.com`, which matches only its subdomains. */
export function isReferrer(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
