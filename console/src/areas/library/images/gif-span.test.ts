import { describe, expect, it } from 'vitest'
import { draggedSpan, resizedSpan, spanFrom } from './gif-span'

describe('the part of a video for a GIF', () => {
  it('is dragged in both directions, up to ten seconds', () => {
    expect(draggedSpan(4, 6)).toEqual({ start: 4, end: 6 })
    expect(draggedSpan(4, 3)).toEqual({ start: 3, end: 4 })
    expect(draggedSpan(4, 60)).toEqual({ start: 4, end: 14 })
    expect(draggedSpan(40, 6)).toEqual({ start: 30, end: 40 })
  })

  it('begins at the playhead, within the video', () => {
    expect(spanFrom(2, 60)).toEqual({ start: 2, end: 5 })
    expect(spanFrom(59, 60)).toEqual({ start: 59, end: 60 })
    expect(spanFrom(59.98, 60)).toEqual({ start: 59.9, end: 60 })
  })

  it('is resized, and moves at the maximum length', () => {
    const span = { start: 20, end: 25 }
    expect(resizedSpan(span, 'start', 22, 60)).toEqual({ start: 22, end: 25 })
    expect(resizedSpan(span, 'start', 5, 60)).toEqual({ start: 5, end: 15 })
    expect(resizedSpan(span, 'end', 90, 60)).toEqual({ start: 50, end: 60 })
    expect(resizedSpan(span, 'end', 1, 60)).toEqual({ start: 20, end: 20.1 })
  })
})
