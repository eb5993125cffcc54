import type { HeldRendition } from './held-rendition.ts'
import { parseLiveName } from './live-names.ts'

/** A file below a rendition's playlist. `stored` segments are no longer in memory. */
export type WindowFile =
  | { readonly kind: 'bytes'; readonly bytes: readonly Uint8Array[]; readonly durationS: number }
  | { readonly kind: 'stored'; readonly msn: number; readonly durationS: number }
  /** The file will exist soon. */
  | { readonly kind: 'pending' }

/** Null if there is no such file. */
export function findFile(own: HeldRendition, name: string, isEnded: boolean): WindowFile | null {
  const wanted = parseLiveName(name)
  if (wanted?.kind === 'segment') return segmentFile(own, wanted.msn, isEnded)
  if (wanted?.kind === 'part') return partFile(own, wanted.msn, wanted.part, isEnded)
  const init = wanted && own.inits.get(wanted.init)
  return init ? { kind: 'bytes', bytes: [init], durationS: 0 } : null
}

function segmentFile(own: HeldRendition, msn: number, isEnded: boolean): WindowFile | null {
  const segment = own.segments.find((each) => each.msn === msn)
  if (segment === undefined || segment.durationS === null) return ahead(own, msn, isEnded)
  const { bytes, durationS } = segment
  return bytes === null ? { kind: 'stored', msn, durationS } : { kind: 'bytes', bytes, durationS }
}

function partFile(own: HeldRendition, msn: number, part: number, isEnded: boolean): WindowFile | null {
  const segment = own.segments.find((each) => each.msn === msn)
  const bytes = segment?.bytes?.[part]
  if (bytes !== undefined)
    return { kind: 'bytes', bytes: [bytes], durationS: segment?.parts[part]?.durationS ?? 0 }
  if (segment !== undefined && segment.durationS !== null) return null
  return ahead(own, msn, isEnded)
}

/** Answer for a missing file. Players may wait for files of the current and the next segment. */
function ahead(own: HeldRendition, msn: number, isEnded: boolean): WindowFile | null {
  const last = own.segments.at(-1)
  const isSoon = last !== undefined && msn >= last.msn && msn <= last.msn + 1
  return isSoon && !isEnded ? { kind: 'pending' } : null
}
