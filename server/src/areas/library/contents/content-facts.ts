import type { builtInProfiles, EncodingProfileBody, MediaErrorId, WatermarkPlace } from '@kinora/contract'
import type { Plan, Source, SourceText } from '@kinora/media'
import type { Doer } from '../../../platform/events/audit.ts'

/** What probing found out, and what was decided from it. */
export interface Analysis {
  readonly demuxer: string
  readonly source: Source
  readonly plan: Plan
  /** Longest time between keyframes, as far as they were looked at. */
  readonly keyframeGapS: number | null
  /** Missing where it was read before these were looked at. */
  readonly texts?: readonly SourceText[]
}

type Settings = Omit<EncodingProfileBody, 'name' | 'watermark'>
type Lasting<T> = T extends (infer Item)[] ? readonly Item[] : T

/** What an encoding profile says, its name apart. */
export type ProfileSettings = { readonly [Name in keyof Settings]: Lasting<Settings[Name]> } & {
  readonly watermark: WatermarkPlace | null
}

/** A profile as it was when it was chosen: whatever becomes of it, the video goes its way. */
export interface UsedProfile {
  readonly id: string
  readonly name: string
  readonly builtIn: (typeof builtInProfiles)[number] | null
  readonly settings: ProfileSettings
  /** The video's own copy of the watermark. */
  readonly watermarkId: string | null
}

/** A video being encoded again, or why that failed. */
export interface Reencode {
  /** Of this try: whoever works on another one stops. */
  readonly id: string
  readonly profile: UsedProfile
  readonly status: 'running' | 'failed'
  readonly progress: number
  readonly errorId: MediaErrorId | null
  /** Which piece of the work is being done; missing where it began before there were pieces. */
  readonly step?: number
  /** What the new renditions are made by; missing until the source was read. */
  readonly analysis?: Analysis
  /** The file that takes the place of the video's; missing where that stays. */
  readonly source?: NewSource
}

/** Its place in the storage has the reencode's id. */
export interface NewSource {
  readonly fileName: string
  readonly url: string | null
  readonly stage: 'uploading' | 'downloading' | 'encoding'
  /** Who wanted it, as the audit trail tells once the file is exchanged; missing where it began before that was kept. */
  readonly by?: { readonly actor: Doer; readonly organizationId: string }
}
