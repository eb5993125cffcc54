import { describe, expect, it } from 'vitest'
import { readCueSheet, SheetRefused } from './cue-sheet.ts'

const sheetOf = (text: string, durationS: number | null = 600, frameRate: number | null = null) =>
  readCueSheet(text, { durationS, frameRate })
const timesOf = (...given: Parameters<typeof sheetOf>) =>
  sheetOf(...given).map(({ atS, durationS }) => [atS, durationS])

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

  it('has resume times in a column named return', () => {
    const returns = (text: string) => sheetOf(text).map(({ returnS }) => returnS)
    expect(returns('time,duration,return\n10,30,40\n60,,\n90,,01:40')).toEqual([40, null, 100])
    expect(returns('time,duration,note\n10,30,after the goal')).toEqual([null])
    expect(() => sheetOf('at;length;return\n10;30;later')).toThrow('Line 2 has no time')
  })

  it('is refused with the number of a line without a time', () => {
    expect(() => sheetOf('10\nsoon')).toThrow('Line 2 has no time: soon')
    expect(() => sheetOf('10,long')).toThrow(SheetRefused)
    expect(() => sheetOf('time\n10:75')).toThrow(SheetRefused)
  })

  it('is an edit decision list, whose markers have lengths', () => {
    const edl = [
      'TITLE: Breaks',
      'FCM: NON-DROP FRAME',
      '',
      '001  AX  V  C  00:00:00:00 00:00:00:01 01:00:10:00 01:00:10:01',
      ' |C:ResolveColorBlue |M:Marker 1 |D:750',
      '002  AX  V  C  00:00:00:00 00:00:00:01 01:02:00:12 01:02:00:13',
      ' |C:ResolveColorBlue |M:Marker 2 |D:1',
    ].join('\n')
    expect(timesOf(edl)).toEqual([
      [10, 30],
      [120.48, null],
    ])
  })

  const listOf = (mode: string, ...events: [string, string][]) =>
    [
      'TITLE: Breaks',
      mode,
      ...events.map((times, n) => `00${n + 1}  AX  V  C  00:00:00:00 00:00:10:00 ${times.join(' ')}`),
    ].join('\n')

  it('is an edit decision list that begins at hour 0, 1 or another one', () => {
    const at = (...hours: string[]) =>
      listOf('', ...hours.map((h): [string, string] => [`${h}:10:00:00`, `${h}:10:30:00`]))
    expect(timesOf(at('01', '02'), 7200)).toEqual([
      [600, 30],
      [4200, 30],
    ])
    expect(timesOf(at('02'), 7200)).toEqual([[4200, 30]])
    expect(timesOf(at('02'), null)).toEqual([[4200, 30]])
    expect(timesOf(at('00', '01'), 7200)).toEqual([
      [600, 30],
      [4200, 30],
    ])
    expect(timesOf(at('10', '11'), 7200)).toEqual([
      [600, 30],
      [4200, 30],
    ])
  })

  it('has breaks as long as its events that are not parts of the program', () => {
    const breaks = listOf(
      '',
      ['01:01:00:00', '01:02:00:00'],
      ['01:02:00:00', '01:02:00:12'],
      ['01:05:00:00', '01:05:00:01'],
    )
    expect(timesOf(breaks)).toEqual([
      [60, null],
      [120, null],
      [300, null],
    ])
  })

  it('counts frames of the video, in drop-frame or non-drop-frame mode', () => {
    const ten: [string, string] = ['01:10:00:00', '01:10:30:00']
    expect(timesOf(listOf('FCM: NON-DROP FRAME', ten), 6000, 24)).toEqual([[600, 30]])
    expect(timesOf(listOf('FCM: NON-DROP FRAME', ten), 6000, 29.97)).toEqual([[600.6, 30.03]])
    expect(timesOf(listOf('FCM: DROP FRAME', ten), 6000, 29.97)).toEqual([[599.999, 30.03]])
    expect(timesOf(listOf('', ['01:10:00;00', '01:10:30;00']), 6000, 59.94)).toEqual([[599.999, 30.03]])
    expect(timesOf('00:00:10:12', 600, 50)).toEqual([[10.24, null]])
  })

  it('is parsed fast in every format', () => {
    const size = 256 * 1024
    const texts = [
      '1\n'.repeat(size / 2),
      `001 ${'a '.repeat(size / 2)}`,
      `${`001 AX V C 01:00:00:00 `.repeat(size / 24)}`,
    ]
    const startedAt = performance.now()
    for (const text of texts) {
      try {
        sheetOf(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SheetRefused)
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  it('is VMAP, with times, percentages, start and end', () => {
    const vmap = `<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
      ${['start', '00:01:00.500', '50%', 'end'].map((at) => `<vmap:AdBreak timeOffset="${at}" breakType="linear"/>`).join('')}
    </vmap:VMAP>`
    expect(timesOf(vmap)).toEqual([0, 60.5, 300, 600].map((at) => [at, null]))
    const tag =
      '<vmap:AdSource><vmap:AdTagURI templateType="vast3"><![CDATA[https://ads.example/vast?a=1]]></vmap:AdTagURI></vmap:AdSource>'
    const tagged = vmap.replace(
      'timeOffset="end" breakType="linear"/>',
      `timeOffset="end">${tag}</vmap:AdBreak>`,
    )
    expect(sheetOf(tagged).map(({ adTagUrl }) => adTagUrl)).toEqual([
      null,
      null,
      null,
      'https://ads.example/vast?a=1',
    ])
    expect(() => sheetOf(vmap, null)).toThrow('The time of a break cannot be used: 50%')
    expect(() => sheetOf('<VAST/>')).toThrow('The document is not VMAP')
    expect(() => sheetOf('<!DOCTYPE a><vmap:VMAP/>')).toThrow(SheetRefused)
    expect(() => sheetOf('<vmap:VMAP>')).toThrow(SheetRefused)
  })
})
