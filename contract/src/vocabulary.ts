import type { Right } from './permissions.ts'

/** The object types, event types and audit actions of an area. */
export interface Vocabulary {
  /** Types of objects in events and the audit trail, with the right to read them; null for all members. */
  readonly objects: Readonly<Record<string, Right | null>>
  /** Event types named as in Mux, each with its object type. */
  readonly events: Readonly<Record<string, string>>
  /** Groups in which people choose events, with the object types in each. Areas may share a group. */
  readonly eventGroups: Readonly<Record<string, readonly string[]>>
  readonly auditActions: readonly string[]
}

/** Keeps the literal types. */
export function defineVocabulary<const V extends Vocabulary>(vocabulary: V): V {
  return vocabulary
}

/** The intersection of the members of a union. */
export type Merged<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never
