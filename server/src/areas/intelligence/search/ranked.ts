import type { Passage } from './candidates.ts'
import type { LookAlike } from './look-alikes.ts'
import type { FoundPerson } from './people-found.ts'

/** A moment before its content is loaded. */
export type Ranked =
  | { readonly foundIn: 'speech' | 'text' | 'objects'; readonly contentId: string; readonly passage: Passage }
  | { readonly foundIn: 'people'; readonly contentId: string; readonly person: FoundPerson }
  | { readonly foundIn: 'looks'; readonly contentId: string; readonly look: LookAlike }
  | { readonly foundIn: 'metadata'; readonly contentId: string }

/** The time of a moment in its video. Null for the whole video. */
export function spanOf(ranked: Ranked): { readonly startMs: number; readonly endMs: number } | null {
  if (ranked.foundIn === 'metadata') return null
  if (ranked.foundIn === 'people') return ranked.person
  return ranked.foundIn === 'looks' ? ranked.look : ranked.passage
}
