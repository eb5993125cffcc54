import type { Content, Livestream, Right, RoleFilter } from '@kinora/contract'
import type { Icon } from '@phosphor-icons/react/dist/lib/types'
import type { ComponentType, ReactNode } from 'react'
import type { Formatter } from './format'
import type { Translate } from './i18n'

export const navGroups = ['library', 'live', 'insight', 'watch'] as const
/** The `foot` group is at the bottom of the sidebar. */
type NavGroup = (typeof navGroups)[number] | 'foot'

export const settingsGroups = ['organization', 'partners', 'programs'] as const

type Text = (t: Translate) => string

/**
 * An entry that needs a right: in the current environment, or for objects of the whole organization (members, roles,
 * environments) in the organization.
 */
export interface ShellEntry extends RightRequirement {
  /** Route path, such as `/$environmentId/videos`. */
  readonly to: string
  /** One of these rights is enough. */
  readonly anyOf?: readonly RightRequirement[]
}

export interface RightRequirement {
  readonly right?: Right
  readonly grantedIn?: 'organization'
}

/** A screen in the sidebar, the palette and the bottom bar. Shown if the build has its route and the role its right. */
export interface NavEntry extends ShellEntry {
  readonly group: NavGroup
  readonly label: Text
  /** One word for the bottom bar of a phone, if the label is longer. */
  readonly short?: Text
  readonly icon: Icon
  /** A sequence such as `g v`. */
  readonly keys?: string
  /** A badge after the name, for pending work. */
  readonly count?: ComponentType
  /** Only for administrators of the installation. */
  readonly isForAdmins?: true
}

/** A tab of Settings. Shown if the role has its right. */
export interface SettingsTab extends ShellEntry {
  /** Tabs of a group are adjacent. */
  readonly group: (typeof settingsGroups)[number]
  readonly label: Text
  readonly icon: Icon
  readonly right: Right
}

/** A tab of Administration, which only administrators of the installation see. */
export interface AdministrationTab {
  readonly to: string
  readonly label: Text
}

/** A command of the palette that opens a screen or a dialog by its address. */
export interface Command extends ShellEntry {
  readonly label: Text
  readonly icon: Icon
  /** The address, on the route of `to`. */
  readonly href: (environmentId: string) => string
  readonly keys?: string
  /** Reveals a secret, and is therefore not available to an impersonator. */
  readonly isSensitive?: true
}

export interface SearchResult {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly note?: string
  readonly end?: (format: Formatter) => string
  /** URL of a thumbnail; null renders a placeholder. */
  readonly thumbnailUrl?: string | null
}

/** Server-side search results for the palette. */
export interface SearchSource extends ShellEntry {
  readonly id: string
  readonly heading: Text
  readonly right: Right
  readonly search: (
    phrase: string,
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<readonly SearchResult[]>
}

/** Fields that choose the videos of a role. */
export interface RoleFilterProps {
  readonly filter: RoleFilter
  readonly isReadOnly: boolean
  readonly onChange: (filter: RoleFilter) => void
}

export interface VideoPartProps {
  readonly content: Content
}

/** A tab on the page of a video, from an area above the library. */
export interface VideoTab {
  /** Last segment of its address: `/$environmentId/videos/$contentId/<id>`. */
  readonly id: string
  readonly label: Text
  readonly right: Right
  /** The tab of the library that it follows. */
  readonly after: 'subtitles' | 'metadata'
  /** Pass a lazy component. `startAt` is the start time from the address. */
  readonly Content: ComponentType<VideoPartProps & { readonly startAt: string | undefined }>
}

export interface StreamPartProps {
  readonly stream: Livestream
}

/** Parts of the tabs of a live stream, from areas above `live`. Pass lazy components. */
export interface StreamParts {
  /** The ad channels of the stream, in the tab for breaks. */
  readonly channels?: ComponentType<StreamPartProps>
  /** The viewers, in the tab for monitoring. Renders `lead` first. */
  readonly viewers?: ComponentType<StreamPartProps & { readonly lead: ReactNode }>
}

/** The contributions of an area to the shell and to the screens of lower areas, which read them with `useSlot`.
 * `areas.gen.ts` lists all areas. */
export interface Area {
  readonly nav?: readonly NavEntry[]
  readonly commands?: readonly Command[]
  readonly searchSources?: readonly SearchSource[]
  readonly settings?: readonly SettingsTab[]
  readonly administration?: readonly AdministrationTab[]
  /** The fields in the role editor, from the area that has the videos. Pass a lazy component. */
  readonly roleFilter?: ComponentType<RoleFilterProps>
  /** Below the player of a video that has no source file: a recording. Pass a lazy component. */
  readonly recordingPart?: ComponentType<VideoPartProps>
  readonly videoTabs?: readonly VideoTab[]
  readonly streamParts?: StreamParts
  /** Docked at the bottom of every screen of an environment. Pass a lazy component. */
  readonly tray?: ComponentType
}
