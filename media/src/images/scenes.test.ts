import { describe, expect, it } from 'vitest'
import { chooseScenes, sceneSize, scenesVtt } from './scenes.ts'

const segments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ number: from + n, startS: (from + n) * 2, durationS: 2 }))
const numbers = (from: number, to: number) => chooseScenes(segments(from, to)).map(({ number }) => number)

describe('the storyboard of a growing video', () => {
  it('has an image every 10 s, the same while the window moves', () => {
    expect(numbers(0, 16)).toEqual([0, 5, 10, 15])
    expect(numbers(3, 17)).toEqual([5, 10, 15])
    expect(numbers(4, 21)).toEqual([5, 10, 15, 20])
    expect(chooseScenes([])).toEqual([])
  })

  it('has at most 300 images at any length', () => {
    const day = numbers(0, 21_600)
    expect(day.length).toBe(288)
    expect(day.slice(0, 2)).toEqual([0, 75])
  })

  it('names the image of each time, and the date of time 0', () => {
    const size = sceneSize({ width: 1920, height: 1080 })
    const text = scenesVtt({ segments: segments(0, 6), size, urlOf: (n) => `p.jpg?v=${n}`, zeroMs: 0 })
    expect(text.split('\n')).toEqual([
      'WEBVTT',
      '',
      'NOTE start=1970-01-01T00:00:00.000Z',
      '',
      '00:00:00.000 --> 00:00:10.000',
      'p.jpg?v=0#xywh=0,0,256,144',
      '',
      '00:00:10.000 --> 00:00:12.000',
      'p.jpg?v=5#xywh=0,0,256,144',
      '',
    ])
  })
})
