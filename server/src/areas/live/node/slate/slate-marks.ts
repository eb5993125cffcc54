import type { Packaged } from '@kinora/media'

/** Marks the segments that show the slate. */
export interface SlateMarks {
  /** Sets whether viewers see the slate from the next segment on. */
  onAir(isSlate: boolean): void
  mark(packaged: Packaged): Packaged
}

/** Largest number of segments by which encoded renditions are behind the source. */
const MAX_LATE_SEGMENTS = 64

/** The first rendition that begins a segment decides its mark. Other renditions reuse the mark of that number. */
export function createSlateMarks(): SlateMarks {
  const marks = new Map<number, number | null>()
  let isSlate = false
  let fromMs: number | null = null

  function markOf(msn: number, programDateMs: number): number | null {
    const known = marks.get(msn)
    if (known !== undefined) return known
    fromMs = isSlate ? (fromMs ?? programDateMs) : null
    marks.set(msn, fromMs)
    marks.delete(msn - MAX_LATE_SEGMENTS)
    return fromMs
  }

  return {
    onAir(isNowSlate) {
      isSlate = isNowSlate
    },
    mark(packaged) {
      if (packaged.type !== 'segment-begun') return packaged
      return { ...packaged, slateFromMs: markOf(packaged.msn, packaged.programDateMs) }
    },
  }
}
