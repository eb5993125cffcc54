import type { Viewer } from '../../delivery/index.ts'
import type { FactsOf } from '../beacons/view-facts.ts'
import { NO_ID } from '../deltas/deltas.ts'

/** Returns the facts about a viewer of ads, as for views. Address and user agent replace the viewer ID, which ads lack. */
export function adViewerFacts(factsOf: FactsOf) {
  return async (environmentId: string, sessionId: string, { address, userAgent }: Viewer) => {
    const facts = await factsOf(
      {
        environmentId,
        subject: { kind: 'video', id: NO_ID, customPlaybackId: null, partner: '', isTest: false },
      },
      {
        viewId: sessionId,
        sessionId,
        viewerId: `${address} ${userAgent}`,
        programme: '',
        partner: '',
        custom: [],
        model: '',
        playerVersion: '',
        pageHost: '',
      },
      { address, userAgent, isPrivate: false },
    )
    const {
      viewer_id: viewer,
      country,
      region,
      city,
      isp,
      device_type: deviceType,
      device,
      os,
      browser,
    } = facts
    return { viewer, country, region, city, isp, deviceType, device, os, browser }
  }
}
