import type { ViewerFacts } from '../facts/viewers.ts'
import { paramMacros, type SessionParams } from '../rules/session-params.ts'
import type { MacroValues } from '../vast/macros.ts'

/** Who watches. */
export interface Viewing {
  readonly sessionId: string
  readonly viewer: { readonly address: string; readonly userAgent: string }
  /** What the address and the browser say. */
  readonly facts: ViewerFacts
  readonly params: SessionParams
  /** Asks ad servers in any case, also those that have failed repeatedly. */
  readonly isTrial: boolean
}

/** What is watched. */
export interface WatchedContent {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
}

/** As ad servers expect them of servers that insert ads (VAST 4.3, 1.2.3). */
export function viewerHeaders({ viewer }: Pick<Viewing, 'viewer'>): Record<string, string> {
  return {
    'x-device-ip': viewer.address,
    'x-forwarded-for': viewer.address,
    'x-device-user-agent': viewer.userAgent.replace(/[^\x20-\x7e]/g, ''),
  }
}

/** What ad tags can name. What is not known is left out.
 * @param metadata of the channel */
export function viewingMacros(
  { sessionId, viewer, facts, params }: Viewing,
  { id, title, tags }: WatchedContent,
  metadata: Parameters<typeof paramMacros>[1],
): Omit<MacroValues, 'now'> {
  const { country, region, city, deviceType, os, browser } = facts
  const known = {
    ...{ COUNTRY: country, REGION: region, CITY: city, DEVICETYPE: deviceType, OS: os, BROWSER: browser },
    ...{ CONTENTTITLE: title, CONTENTTAGS: tags.join() },
  }
  return {
    ...paramMacros(params, metadata),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
    ...{ SESSIONID: sessionId, CONTENTID: id, DEVICEIP: viewer.address, DEVICEUA: viewer.userAgent },
  }
}
