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
  viewing: Viewing,
  content: WatchedContent,
  metadata: Parameters<typeof paramMacros>[1],
): MacroValues {
  return { ...viewerMacros(viewing, metadata), ...contentMacros(content) }
}

/** What the address, the browser and the page around the player say. */
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

/** What is no secret of a viewer, so that it can be kept with a decision. */
export function contentMacros({ id, title, tags }: WatchedContent): Readonly<Record<string, string>> {
  return withoutEmpty({ CONTENTID: id, CONTENTTITLE: title, CONTENTTAGS: tags.join() })
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
