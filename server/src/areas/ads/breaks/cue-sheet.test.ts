import { describe, expect, it } from 'vitest'
import { readCueSheet, SheetRefused } from './cue-sheet.ts'

const timesOf = (text: string, videoS: number | null = 600) =>
  readCueSheet(text, videoS).map(({ atS, durationS }) => [atS, durationS])

describe('a cue sheet', () => {
  it('is lines of times and durations', () => {
    expect(timesOf('time,duration\n12.5,30\n01:30\n\n"00:02:00.250";15\r\n00:03:00:05\t20\n')).toEqual([
      [12.5, 30],
      [90, null],
      [120.25, 15],
      [180.2, 20],
    ])
    expect(timesOf('')).toEqual([])
  })

  it('says which line has no time', () => {
    expect(() => readCueSheet('10\nsoon', 600)).toThrow('Line 2 has no time: soon')
    expect(() => readCueSheet('10,long', 600)).toThrow(SheetRefused)
    expect(() => readCueSheet('time\n10:75', 600)).toThrow(SheetRefused)
  })

  it('is an edit decision list, which begins at hour 1 if the video is shorter', () => {
    const edl = [
      ...['TITLE: Breaks', 'FCM: NON-DROP FRAME', ''],
      '001  AX  V  C  00:00:00:00 00:00:00:01 01:00:10:00 01:00:10:01',
      ' |C:ResolveColorBlue |M:Marker 1 |D:750',
      '002  AX  V  C  00:00:00:00 00:00:00:01 01:02:00:12 01:02:00:13',
      ' |C:ResolveColorBlue |M:Marker 2 |D:1',
    ].join('\n')
    expect(timesOf(edl)).toEqual([
      [10, 30],
      [120.48, null],
    ])
    expect(timesOf(edl, 7200)[0]).toEqual([3610, 30])
  })

  it('is VMAP, with times, shares, start and end', () => {
    const vmap = `<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
      ${['start', '00:01:00.500', '50%', 'end'].map((at) => `<vmap:AdBreak timeOffset="${at}" breakType="linear"/>`).join('')}
    </vmap:VMAP>`
    expect(timesOf(vmap)).toEqual([0, 60.5, 300, 600].map((at) => [at, null]))
    expect(() => readCueSheet(vmap, null)).toThrow('The time of a break cannot be used: 50%')
    expect(() => readCueSheet('<VAST/>', 600)).toThrow('The document is not VMAP')
    expect(() => readCueSheet('<!DOCTYPE a><vmap:VMAP/>', 600)).toThrow(SheetRefused)
    expect(() => readCueSheet('<vmap:VMAP>', 600)).toThrow(SheetRefused)
  })
})
