import type { Content, MeterId, Right } from '@kinora/contract'
import type { PlaybackPolicy } from '@kinora/contract/library/values'
import type { Icon } from '@phosphor-icons/react/dist/lib/types'
import type { ComponentType } from 'react'
import type { Text } from '../../lib/area'

export interface VideoPartProps {
  readonly content: Content
}

/** A tab on the page of a video. */
export interface VideoTab {
  /** Last segment of its address: `/$environmentId/videos/$contentId/<id>`. */
  readonly id: string
  readonly label: Text
  readonly right: Right
  /** The tab of the library that it follows. */
  readonly after: 'subtitles' | 'metadata'
  /** Also on the page of a recording, under Live recording. */
  readonly isForRecordings?: true
  /** Pass a lazy component. `startAt` is the start time from the address. */
  readonly Content: ComponentType<VideoPartProps & { readonly startAt: string | undefined }>
}

/** The rules for the videos of an upload. */
export interface UploadSourceProps {
  /** Folder of the videos. */
  readonly collectionId: string | null
  readonly playbackPolicy: PlaybackPolicy
  readonly encodingProfileId: string | null
  readonly onClose: () => void
}

/** A place of files beside the computer of the person, in the menu of uploads. */
export interface UploadSource {
  readonly id: string
  readonly label: Text
  readonly icon: Icon
  readonly right: Right
  /** A dialog. Pass a lazy component. */
  readonly Dialog: ComponentType<UploadSourceProps>
}

/** Selected videos, at least one. */
export interface BulkVideoProps {
  readonly contents: readonly Content[]
  readonly onClose: () => void
}

/** An action on selected videos. */
export interface BulkVideoAction {
  readonly label: Text
  readonly icon: Icon
  readonly right: Right
  /** A dialog. Pass a lazy component. */
  readonly Dialog: ComponentType<BulkVideoProps>
}

/** Quantities of meters that something is going to use. */
export interface CostProps {
  readonly usage: Readonly<Partial<Record<MeterId, number>>>
  /** The unit of the usage: all of it, an hour on air, or an hour of video. */
  readonly per: 'all' | 'hour' | 'video-hour'
}

declare module '../../lib/area' {
  interface Area {
    readonly videoTabs?: readonly VideoTab[]
    readonly uploadSources?: readonly UploadSource[]
    readonly bulkVideoActions?: readonly BulkVideoAction[]
    /** Below the player of a video that has no source file: a recording. Pass a lazy component. */
    readonly recordingPart?: ComponentType<VideoPartProps>
    /** The cost of usage, for those who may read billing. Pass a lazy component. */
    readonly cost?: ComponentType<CostProps>
  }
}
