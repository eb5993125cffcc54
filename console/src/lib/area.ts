import type { Right } from '@kinora/contract'
import type { Icon } from '@phosphor-icons/react/dist/lib/types'
import type { ComponentType } from 'react'
import type { Formatter } from './format'
import type { Translate } from './i18n'

export const navGroups = ['library', 'live', 'insight', 'watch'] as const
/** `foot` stands apart, at the lower end. */
type NavGroup = (typeof navGroups)[number] | 'foot'

export const settingsGroups = ['organization', 'programs'] as const

type Text = (t: Translate) => string

/**
 * What is offered where the role has its right: in the environment of the screen, or for what belongs to the whole
 * organisation (people, roles, environments) in the organisation outside of any.
 */
export interface Offer extends Held {
  /** Route path, as `/$environmentId/videos`. */
  readonly to: string
  /** Each opens a part of it: one is enough. */
  readonly anyOf?: readonly Held[]
}

export interface Held {
  readonly right?: Right
  readonly heldIn?: 'organization'
}

/** A place in the side bar, the palette and the bottom bar. Shown where the build has its route and the role its right. */
export interface NavEntry extends Offer {
  readonly group: NavGroup
  readonly label: Text
  readonly icon: Icon
  /** A sequence such as `g v`. */
  readonly keys?: string
  /** A count after the name, only where work waits. */
  readonly count?: ComponentType
  /** Only for whoever administers the installation. */
  readonly isForAdmins?: true
}

/** A tab of Settings. Shown where the role has its right. */
export interface SettingsTab extends Offer {
  /** Tabs of a group stand together. */
  readonly group: (typeof settingsGroups)[number]
  readonly label: Text
  readonly icon: Icon
  readonly right: Right
}

/** An action in the palette: a screen or a dialog that has an address. */
export interface Command extends Offer {
  readonly label: Text
  readonly icon: Icon
  /** The address, on the route of `to`. */
  readonly href: (environmentId: string) => string
  readonly keys?: string
  /** Gives out a secret, and so is for the person alone: not for somebody who acts as them. */
  readonly isSensitive?: true
}

export interface Answer {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly note?: string
  readonly end?: (format: Formatter) => string
  /** Address of a picture; null draws the place of one. */
  readonly picture?: string | null
}

/** Something the palette looks through on the server while a person types. */
export interface AnswerSource extends Offer {
  readonly id: string
  readonly heading: Text
  readonly right: Right
  readonly search: (phrase: string, environmentId: string, signal: AbortSignal) => Promise<readonly Answer[]>
}

/** What an area brings to the shell. `app/areas.ts` lists them all. */
export interface Area {
  readonly nav?: readonly NavEntry[]
  readonly commands?: readonly Command[]
  readonly answers?: readonly AnswerSource[]
  readonly settings?: readonly SettingsTab[]
  /** Stays at the bottom edge on every screen of an environment. Give it lazily. */
  readonly tray?: ComponentType
}
