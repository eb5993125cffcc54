import type { Packaged } from '@kinora/media'
import { expect, it } from 'vitest'
import { createSlateMarks } from './slate-marks.ts'

const startMs = Date.parse('2026-11-23T12:00:00Z')
const begun = (rendition: string, msn: number): Packaged => ({
  type: 'segment-begun',
  rendition,
  msn,
  startS: msn * 2,
  programDateMs: startMs + msn * 2000,
  isDiscontinuous: false,
  discontinuities: 0,
  init: 0,
  slateFromMs: null,
})

it('marks the segments of a slate with its start, including those of late renditions', () => {
  const marks = createSlateMarks()
  const markOf = (rendition: string, msn: number) => {
    const marked = marks.mark(begun(rendition, msn))
    return marked.type === 'segment-begun' ? marked.slateFromMs : undefined
  }
  expect(markOf('source', 0)).toBe(null)
  marks.onAir(true)
  expect([markOf('source', 1), markOf('source', 2)]).toEqual([startMs + 2000, startMs + 2000])
  marks.onAir(false)
  expect([markOf('480p', 0), markOf('480p', 1), markOf('480p', 2)]).toEqual([
    null,
    startMs + 2000,
    startMs + 2000,
  ])
  expect([markOf('source', 3), markOf('480p', 3)]).toEqual([null, null])
  marks.onAir(true)
  expect(markOf('source', 4)).toBe(startMs + 8000)
})
