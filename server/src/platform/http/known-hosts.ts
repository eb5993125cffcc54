import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { type Problem, problem } from '../problem.ts'

/** Orchestrators ask these by any name. They reveal nothing. */
const openPaths = ['/healthz', '/readyz']
const MAX_REMEMBERED = 100

/** Checks the name by which a request calls this server: by its public name, its own one, or an address. A page of
 * another site can resolve its own name to this machine (DNS rebinding), but none of these. The host of the pages for viewers
 * serves nothing else.
 * @param isForViewers whether an address belongs to these pages @returns the problem, or null */
export function hostCheck(
  config: Config,
  isForViewers: (url: string) => boolean,
): (request: IncomingMessage) => Problem | null {
  const own = hostname().toLowerCase()
  const names = new Set([own, `${own}.local`, config.HOST.toLowerCase()])
  if (config.PUBLIC_URL !== undefined) names.add(new URL(config.PUBLIC_URL).hostname)
  const viewerHost = config.EMBED_ORIGIN === undefined ? null : new URL(config.EMBED_ORIGIN).host
  if (viewerHost !== null) names.add(nameOf(viewerHost))
  const isKnown = (name: string) =>
    names.has(name) || name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0
  // Parsing costs more than finding a playlist.
  const remembered = new Set<string>()

  return (request) => {
    if (hasSeveralHosts(request))
      return problem('request-malformed', { detail: 'A request must have exactly one host' })
    const host = hostOf(request, config.TRUST_PROXY > 0)
    if (host.toLowerCase() === viewerHost && !isForViewers(request.url ?? '') && !isOpenPath(request))
      return problem('not-found')
    if (remembered.has(host) || isOpenPath(request)) return null
    if (!isKnown(nameOf(host)))
      return problem('host-unknown', { detail: 'Set PUBLIC_URL to the address that people use' })
    if (remembered.size < MAX_REMEMBERED) remembered.add(host)
    return null
  }
}

function isOpenPath({ url }: IncomingMessage): boolean {
  return openPaths.includes(url?.split('?', 1)[0] ?? '')
}

/** Node keeps only the first. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let n = 0; n < rawHeaders.length; n += 2) if (/^host$/i.test(rawHeaders[n] ?? '')) count += 1
  return count > 1
}

/** The host of the request, or the one that the nearest trusted proxy was asked for. */
function hostOf({ headers }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? headers['x-forwarded-host'] : undefined
  return (
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ||
    (headers.host ?? '')
  )
}

/** The name without the port, as browsers read it. */
function nameOf(host: string): string {
  const address = `http://${host}`
  if (!/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(address)) return ''
  return new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
