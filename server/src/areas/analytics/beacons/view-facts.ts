import { createHmac } from 'node:crypto'
import type { ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import { customColumns, NO_ID, type ViewFacts } from '../deltas/deltas.ts'
import type { Locations } from '../geo/locations.ts'
import { deviceReader } from './device.ts'
import type { TraitsOf } from './environment-traits.ts'

/** The sender of a request: device, address and privacy preference. */
export interface Sender {
  readonly userAgent: string
  /** IP address. Used to find the location and not stored. */
  readonly address: string
  /** The browser asks not to be tracked. */
  readonly isPrivate: boolean
}

/** The facts about a view that its player reports. */
type Given = Pick<
  ViewEvent,
  | 'viewId'
  | 'sessionId'
  | 'viewerId'
  | 'programme'
  | 'partner'
  | 'custom'
  | 'model'
  | 'playerVersion'
  | 'pageHost'
>

export interface FactsOptions {
  readonly locations: Pick<Locations, 'locationOf'>
  readonly traitsOf: TraitsOf
  /** Secret of the installation. IDs of viewers and visits are stored as HMACs with this key. */
  readonly secret: string
}

/** Returns the facts that are stored about a view, besides its counts and times. */
export type FactsOf = (
  playback: Pick<Playback, 'environmentId' | 'subject'>,
  given: Given,
  sender: Sender,
) => Promise<ViewFacts>

export function viewFacts({ locations, traitsOf, secret }: FactsOptions): FactsOf {
  const readDevice = deviceReader()
  return async ({ environmentId, subject }, given, sender) => {
    const { viewId, sessionId, viewerId, programme, partner, custom, model, playerVersion, pageHost } = given
    const isAnonymous = sender.isPrivate || (await traitsOf(environmentId))?.viewerPrivacy === true
    // An anonymous viewer is a new viewer in each view.
    const idOf = (id: string) => hashOf(secret, environmentId, isAnonymous ? viewId : id)
    return {
      object_id: subject.id,
      kind: subject.kind,
      custom_playback_id: subject.customPlaybackId ?? NO_ID,
      session_id: idOf(sessionId),
      viewer_id: idOf(viewerId),
      programme,
      partner: subject.partner || partner,
      ...locations.locationOf(sender.address),
      ...(isAnonymous && { city: '' }),
      ...customOf(custom),
      player_version: playerVersion,
      page_host: pageHost,
      ...readDevice(sender.userAgent, model),
    }
  }
}

function customOf(values: readonly string[]): Pick<ViewFacts, (typeof customColumns)[number]> {
  const entries = customColumns.map((column, n) => [column, values[n] ?? ''])
  return Object.fromEntries(entries)
}

/** 64 bits as a decimal number. It differs between environments, so viewers cannot be tracked across them. */
function hashOf(secret: string, environmentId: string, id: string): string {
  return createHmac('sha256', secret).update(`${environmentId} ${id}`).digest().readBigUInt64LE().toString()
}
