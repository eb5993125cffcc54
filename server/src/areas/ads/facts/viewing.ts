import type { Viewer } from '../../delivery/index.ts'
import type { WatchedContent } from '../channels/channel-row.ts'
import type { ViewerFacts } from '../offers/viewers.ts'
import { paramMacros, type SessionParams } from '../rules/session-params.ts'
import type { MacroValues } from '../vast/macros.ts'

/** A viewer in a session. */
export interface Viewing {
  readonly sessionId: string
  /** Language and page are not stored: they are known while the viewer's first process has the session. */
  readonly viewer: Viewer
  /** Location and device, by address and user agent. */
  readonly facts: ViewerFacts
  readonly params: SessionParams
  /** Set for a trial, which also asks paused ad servers. */
  readonly isTrial: boolean
}

/** HTTP headers for ad servers that identify the viewer (VAST 4.3, 1.2.3). */
export function viewerHeaders({ viewer }: Pick<Viewing, 'viewer'>): Record<string, string> {
  const { address, userAgent, acceptLanguage = '', referer = '' } = viewer
  const headers = {
    'x-device-ip': address,
    'x-forwarded-for': address,
    'x-device-user-agent': headerOf(userAgent),
  }
  const more = {
    'x-device-accept-language': headerOf(acceptLanguage).slice(0, MAX_LANGUAGES),
    'x-device-referer': pageOf(referer),
  }
  return { ...headers, ...withoutEmpty(more) }
}

const MAX_LANGUAGES = 200
const MAX_PAGE = 1000

const headerOf = (text: string) => text.replace(/[^\x20-\x7e]/g, '')

/** Page without its query, which can have a playback token or private data. Empty for other URLs. */
function pageOf(referer: string): string {
  const url = URL.parse(referer)
  if (url === null || !/^https?:$/.test(url.protocol)) return ''
  return headerOf(url.origin + url.pathname).slice(0, MAX_PAGE)
}

/** Macros for ad tags. Unknown ones are left out. @param metadata of the channel */
export function viewingMacros(
  viewing: Viewing,
  content: WatchedContent,
  metadata: Parameters<typeof paramMacros>[1],
): MacroValues {
  return { ...viewerMacros(viewing, metadata), ...contentMacros(content) }
}

/** Macros about the viewer, from address, user agent and parameters of the playback URL. */
export function viewerMacros(
  { sessionId, viewer, facts, params }: Omit<Viewing, 'isTrial'>,
  metadata: Parameters<typeof paramMacros>[1],
): MacroValues {
  const { country, region, city, deviceType, os, browser } = facts
  const known = {
    COUNTRY: country,
    REGION: region,
    CITY: city,
    DEVICETYPE: deviceType,
    OS: os,
    BROWSER: browser,
    DEVICEIP: viewer.address,
    DEVICEUA: viewer.userAgent,
  }
  return { ...paramMacros(params, metadata), ...withoutEmpty(known), SESSIONID: sessionId }
}

/** Macros about the content. They contain nothing private, so they can be stored with a decision. */
export function contentMacros({ id, title, tags }: WatchedContent): Readonly<Record<string, string>> {
  return withoutEmpty({ CONTENTID: id, CONTENTTITLE: title, CONTENTTAGS: tags.join() })
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
