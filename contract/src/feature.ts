import type { Call } from './call.ts'
import type { Right } from './permissions.ts'

/** Unit of the integers that a meter counts: milliseconds of media, milliseconds of media that are stored for an hour, bytes
 * that are stored for an hour, bytes, or pieces. */
export type MeterUnit = 'ms' | 'ms-hours' | 'byte-hours' | 'bytes' | 'count'

/** A feature's part of the API. `npm run generate` finds it by this declaration. */
export interface Feature {
  readonly calls?: Readonly<Record<string, Call>>
  /** HTTP status and English title by ID. */
  readonly problems?: Readonly<Record<string, { readonly status: number; readonly title: string }>>
  /** Validation messages in English. The console translates them by key. */
  readonly messages?: Readonly<Record<string, string>>
  /** Modules of roles, with the features that rights name. Areas may share a module. */
  readonly modules?: Readonly<Record<string, readonly string[]>>
  /** Types of objects in events and the audit trail, with the right to read them; null for all members. */
  readonly objects?: Readonly<Record<string, Right | null>>
  /** Event types named as in Mux, each with its object type. */
  readonly events?: Readonly<Record<string, string>>
  /** Groups in which people choose events, with the object types in each. Areas may share a group. */
  readonly eventGroups?: Readonly<Record<string, readonly string[]>>
  /** Types of objects that a role can be limited to, each with the features whose rights such a role keeps. */
  readonly roleLimits?: Readonly<Record<string, readonly string[]>>
  /** Features that show more than the videos of a filter. Roles with a filter have no rights on them. */
  readonly unfiltered?: readonly string[]
  readonly auditActions?: readonly string[]
  /** Meters, which count usage for billing, each with the unit of its quantities. Records have these quantities as integers. */
  readonly meters?: Readonly<Record<string, MeterUnit>>
}

/** Keeps the literal types. */
export function defineFeature<const F extends Feature>(feature: F): F {
  return feature
}
