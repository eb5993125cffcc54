import type { Right } from './permissions.ts'

/** What an area adds to the words that all areas share. */
export interface Vocabulary {
  /** Types of objects that events and the audit trail name, with the right to see them; null for everybody inside. */
  readonly objects: Readonly<Record<string, Right | null>>
  /** Event types in Mux's grammar, each with the type of its object. */
  readonly events: Readonly<Record<string, string>>
  readonly auditActions: readonly string[]
}

/** Keeps the literal types. */
export function defineVocabulary<const V extends Vocabulary>(vocabulary: V): V {
  return vocabulary
}
