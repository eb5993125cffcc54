import { createHmac } from 'node:crypto'
import type { ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import type { Locations } from '../geo/locations.ts'
import { customColumns, NO_ID, type ViewFacts } from '../views/deltas.ts'
import { deviceReader } from './device.ts'

/** What a request says about who sent it. */
export interface Sender {
  readonly userAgent: string
  /** Says where the viewer is. It is not stored. */
  readonly address: string
  /** The browser asks not to be tracked. */
  readonly isPrivate: boolean
}

/** What is said about a view. */
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
  /** Whether the environment keeps neither cities nor IDs of viewers. */
  readonly isPrivate: (environmentId: string) => Promise<boolean>
  /** Of the installation: IDs of viewers are stored under it only. */
  readonly secret: string
}

/** Finds what is stored of a view, besides its figures. */
export type FactsOf = (
  playback: Pick<Playback, 'environmentId' | 'subject'>,
  given: Given,
  sender: Sender,
) => Promise<ViewFacts>

export function viewFacts({ locations, isPrivate, secret }: FactsOptions): FactsOf {
  const readDevice = deviceReader()
  return async ({ environmentId, subject }, given, sender) => {
    const { viewId, sessionId, viewerId, programme, partner, custom, model, playerVersion, pageHost } = given
    const isAnonymous = sender.isPrivate || (await isPrivate(environmentId))
    // So each view is of another viewer.
    const idOf = (id: string) => hashOf(secret, environmentId, isAnonymous ? viewId : id)
    return {
      object_id: subject.id,
      kind: subject.kind,
      custom_playback_id: subject.customPlaybackId ?? NO_ID,
      session_id: idOf(sessionId),
      viewer_id: idOf(viewerId),
      programme,
      partner,
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

/** 64 bits as a decimal number, different in each environment, so that people cannot be followed from one to another. */
function hashOf(secret: string, environmentId: string, id: string): string {
  return createHmac('sha256', secret).update(`${environmentId} ${id}`).digest().readBigUInt64LE().toString()
}
