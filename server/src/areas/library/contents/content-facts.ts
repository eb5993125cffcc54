import type { builtInProfiles, EncodingProfileBody, MediaErrorId, WatermarkPlace } from '@kinora/contract'
import type { Plan, Source, SourceAudio, SourceText } from '@kinora/media'
import type { AuditActor } from '../../../platform/events/audit-entry.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'

/** Result of probing a file, and the plan made from it. */
export interface Analysis {
  readonly demuxer: string
  readonly source: Source
  readonly plan: Plan
  /** Longest time between keyframes in the part that was read. */
  readonly keyframeGapS: number | null
  /** Missing in analyses that are older than this field. */
  readonly texts?: readonly SourceText[]
  /** Tracks that cannot be decoded. Missing if there are none. */
  readonly lostAudio?: readonly SourceAudio[]
}

type Settings = Omit<EncodingProfileBody, 'name' | 'watermark'>
type ReadonlyItems<T> = T extends (infer Item)[] ? readonly Item[] : T

/** Settings of an encoding profile, without its name. */
export type ProfileSettings = { readonly [Name in keyof Settings]: ReadonlyItems<Settings[Name]> } & {
  readonly watermark: WatermarkPlace | null
}

/** A copy of the profile at the time it was chosen. Later changes of the profile do not affect the video. */
export interface UsedProfile {
  readonly id: string
  readonly name: string
  readonly builtIn: (typeof builtInProfiles)[number] | null
  readonly settings: ProfileSettings
  /** The video's own copy of the watermark. */
  readonly watermarkId: string | null
}

/** A re-encoding of a video, running or failed. */
export interface Reencode {
  /** Id of this attempt. Workers of other attempts stop. */
  readonly id: string
  readonly profile: UsedProfile
  readonly status: 'running' | 'failed'
  readonly progress: number
  readonly errorId: MediaErrorId | null
  /** The current step; missing in rows that are older than steps. */
  readonly step?: number
  /** Analysis for the new renditions; missing until the source was read. */
  readonly analysis?: Analysis
  /** The new source file; missing if the source stays. */
  readonly source?: NewSource
}

/** Its storage key contains the id of the reencode. */
export interface NewSource {
  readonly fileName: string
  readonly url: StoredAddress | null
  readonly stage: 'uploading' | 'downloading' | 'encoding'
  /** The user for the audit entry of the exchange; missing in rows that are older than this field. */
  readonly by?: { readonly actor: AuditActor; readonly organizationId: string }
}
