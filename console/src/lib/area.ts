import type { Right } from '@kinora/contract'
import type { Icon } from '@phosphor-icons/react/dist/lib/types'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Formatter } from './format'
import type { Translate } from './i18n'

export const navGroups = ['library', 'live', 'insight', 'watch'] as const
/** The `foot` group is at the bottom of the sidebar. */
type NavGroup = (typeof navGroups)[number] | 'foot'

export const settingsGroups = ['organization', 'money', 'partners', 'programs'] as const

/** First segments of addresses below an environment. No environment has one as its ID: `/videos` is the screen in the
 * environment that was used last. */
export const reservedSegments = [
  'videos',
  'dam',
  'ai-search',
  'account',
  'portrait-pro',
  'live-stream',
  'live-recording',
  'ad_insertion',
  'cdn_analytics',
  'Adv_analytics',
  'embedded_reports',
  'elections',
  'alerts',
  'infraMonitor',
  'monitoring',
  'events-logs',
  'settings',
  'administration',
  'api-docs',
  'campaigns',
  'v-connect',
  'social-publish',
  'environments',
] as const

export type Text = (t: Translate) => string

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
  /** Another right that is needed too. */
  readonly and?: Right
  readonly grantedIn?: 'organization'
}

/** A screen in the sidebar, the palette and the bottom bar. Shown if the build has its route and the role its right. */
export interface NavEntry extends ShellEntry {
  readonly to: `/$environmentId/${(typeof reservedSegments)[number]}`
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
  /** A feature that an installation can be without, such as `Settings.Billing`. Then nobody has a right on it. */
  readonly feature?: string
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

/** The contributions of an area to the shell, and to slots of lower areas. An area that offers a slot adds its property in
 * its `slots.ts` (`declare module '…/lib/area'`) and reads it with `useSlot`. `areas.gen.ts` lists all areas. */
export interface Area {
  readonly nav?: readonly NavEntry[]
  readonly commands?: readonly Command[]
  readonly searchSources?: readonly SearchSource[]
  readonly settings?: readonly SettingsTab[]
  readonly administration?: readonly AdministrationTab[]
  /** A button in the header of a phone, beside search. */
  readonly headerPart?: ComponentType
  /** A bar above every screen, if nothing more important is above it. Renders nothing most of the time. */
  readonly statusPart?: ComponentType
  /** Keeps the area's data current while an environment is open, whichever screen shows it. Returns a function that
   * ends this. */
  readonly follow?: (queries: QueryClient, environmentId: string) => () => void
  /** Docked at the bottom of every screen of an environment. Pass a lazy component. */
  readonly tray?: ComponentType
}
