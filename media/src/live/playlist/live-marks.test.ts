import { describe, expect, it } from 'vitest'
import { scte35Bytes } from '../../scte35/text.ts'
import { breakMessages } from '../break-messages.ts'
import { scte35Cues } from '../scte35-cues.ts'
import type { BreakMark, LiveMark } from './live-marks.ts'
import { createLiveWindow } from './live-window.ts'

const startMs = Date.parse('2026-11-23T12:00:00Z')
const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
const id = '01a2b3c4-0000-7000-8000-00000000002a'

/** Window with segments of two seconds, of video and audio. */
function windowOf(first: number, last: number, windowS = 200) {
  const window = createLiveWindow({ targetS: 2, windowS, keptSegments: 4 })
  const bytes = Uint8Array.of(0)
  for (const rendition of ['v', 'a'] as const) {
    const facts =
      rendition === 'v'
        ? ({ kind: 'video', codecs: 'avc1.64001f', width: 1280, height: 720 } as const)
        : ({ kind: 'audio', codecs: 'mp4a.40.2', sampleRate: 48_000, channels: 2 } as const)
    window.apply({ type: 'init', rendition, init: 0, partS: 0.5, facts, bytes })
  }
  const add = (msn: number, isWhole = true) => {
    for (const rendition of ['v', 'a']) {
      // Audio starts slightly later.
      const times = { startS: msn * 2, programDateMs: startMs + msn * 2000 + (rendition === 'a' ? 11 : 0) }
      const still = { isDiscontinuous: false, discontinuities: 0, init: 0, slateFromMs: null }
      window.apply({ type: 'segment-begun', rendition, msn, ...times, ...still })
      const part = { part: 0, durationS: isWhole ? 2 : 0.5, frames: 50, isIndependent: true, bytes }
      window.apply({ type: 'part', rendition, msn, ...part })
      if (isWhole) window.apply({ type: 'segment-ended', rendition, msn, durationS: 2, sizeBytes: 1 })
    }
  }
  for (let msn = first; msn <= last; msn++) add(msn)
  return { window, add }
}

function breakAt(atS: number, given: Partial<BreakMark> & { readonly endS?: number } = {}): BreakMark {
  const { endS, plannedS = null, ...rest } = given
  const messages = breakMessages({ id, eventId: '7', plannedS, outMessage: null, inMessage: null })
  const endMs = endS === undefined ? null : startMs + endS * 1000
  return { kind: 'break', id: 'break-1', atMs: startMs + atS * 1000, plannedS, endMs, ...messages, ...rest }
}

type Window = ReturnType<typeof windowOf>['window']

/** The tags of each segment that has some. */
function tagsIn(window: Window, rendition = 'v', skip = false): string[] {
  const found: string[] = []
  let tags: string[] = []
  for (const line of (window.playlist(rendition, skip) ?? '').split('\n')) {
    if (/^#EXT-X-CUE/.test(line)) tags.push(line.replace(/,?SCTE35=[^,]+/, ''))
    const [, msn] = /^(?:seg-(\d+)\.m4s|#EXT-X-PRELOAD-HINT.*)$/.exec(line) ?? []
    if (line.startsWith('seg-') || line.startsWith('#EXT-X-PRELOAD')) {
      if (tags.length > 0) found.push(`${msn ?? 'open'} ${tags.join(' ')}`)
      tags = []
    }
  }
  return found
}

function rangesIn(window: Window, rendition = 'v', skip = false): Record<string, string>[] {
  return (window.playlist(rendition, skip) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('#EXT-X-DATERANGE:'))
    .map((line) =>
      Object.fromEntries(
        Array.from(line.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g), ([, name = '', value = '']) => [
          name,
          value,
        ]),
      ),
    )
}

describe('a break in tags', () => {
  it('begins and ends at the nearest segments, the same in all renditions', () => {
    const { window } = windowOf(0, 8)
    window.mark([breakAt(4.9, { plannedS: 8, endS: 12.9 })], 'cue')
    const expected = [
      '2 #EXT-X-CUE-OUT:8',
      '3 #EXT-X-CUE-OUT-CONT:ElapsedTime=1.1,Duration=8',
      '4 #EXT-X-CUE-OUT-CONT:ElapsedTime=3.1,Duration=8',
      '5 #EXT-X-CUE-OUT-CONT:ElapsedTime=5.1,Duration=8',
      '6 #EXT-X-CUE-IN',
    ]
    expect(tagsIn(window)).toEqual(expected)
    expect(tagsIn(window, 'a')).toEqual(expected)
    expect(rangesIn(window)).toEqual([])
    const message = /#EXT-OATCLS-SCTE35:(\S+)/.exec(window.playlist('v', false) ?? '')?.[1] ?? ''
    expect(scte35Cues(scte35Bytes(message))).toMatchObject([{ what: 'out', eventId: '7', durationS: 8 }])
  })

  it('continues while its end is unknown, and can end early', () => {
    const { window, add } = windowOf(0, 3)
    window.mark([breakAt(4)], 'cue')
    expect(tagsIn(window)).toEqual(['2 #EXT-X-CUE-OUT', '3 #EXT-X-CUE-OUT-CONT:ElapsedTime=2'])
    add(4, false)
    expect(tagsIn(window).at(-1)).toBe('open #EXT-X-CUE-OUT-CONT:ElapsedTime=4')
    window.mark([breakAt(4, { endS: 8.2 })], 'cue')
    expect(tagsIn(window).at(-1)).toBe('open #EXT-X-CUE-IN')
  })

  it('is listed for players that join during it or at its end', () => {
    const { window } = windowOf(5, 8)
    window.mark([breakAt(1, { plannedS: 14, endS: 15 })], 'cue')
    expect(tagsIn(window)).toEqual([
      '5 #EXT-X-CUE-OUT-CONT:ElapsedTime=9,Duration=14',
      '6 #EXT-X-CUE-OUT-CONT:ElapsedTime=11,Duration=14',
      '7 #EXT-X-CUE-IN',
    ])
    window.mark([breakAt(1, { plannedS: 8, endS: 9.5 })], 'cue')
    expect(tagsIn(window)).toEqual(['5 #EXT-X-CUE-IN'])
    window.mark([breakAt(1, { plannedS: 8, endS: 8.5 })], 'cue')
    expect(tagsIn(window)).toEqual([])
  })

  it('can follow another break, and can be shorter than a segment', () => {
    const { window } = windowOf(0, 5)
    const second = breakAt(6, { id: 'break-2', plannedS: 0.5, endS: 6.5 })
    window.mark([second, breakAt(4, { plannedS: 2, endS: 6 })], 'cue')
    expect(tagsIn(window)).toEqual([
      '2 #EXT-X-CUE-OUT:2',
      '3 #EXT-X-CUE-IN #EXT-X-CUE-OUT:0.5',
      '4 #EXT-X-CUE-IN',
    ])
  })

  it('is not repeated in the skipped part of delta updates', () => {
    const { window } = windowOf(0, 19)
    window.mark([breakAt(4, { plannedS: 30, endS: 34 })], 'both')
    expect(window.playlist('v', true)).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=14')
    expect(tagsIn(window, 'v', true).map((line) => line.split(':')[0])).toEqual([
      '14 #EXT-X-CUE-OUT-CONT',
      '15 #EXT-X-CUE-OUT-CONT',
      '16 #EXT-X-CUE-OUT-CONT',
      '17 #EXT-X-CUE-IN',
    ])
    expect(rangesIn(window, 'v', true)).toEqual(rangesIn(window))
    expect(rangesIn(window)).toHaveLength(1)
  })
})

describe('a break as a date range', () => {
  it('is announced before it begins, and gets its end without a change of listed attributes', () => {
    const { window, add } = windowOf(0, 3)
    const seen = new Map<string, string>()
    const planned = breakAt(15, { plannedS: 8, endS: 23 })
    const note = () => {
      const [range = {}] = rangesIn(window)
      for (const [name, value] of Object.entries(range)) {
        expect(seen.get(name) ?? value).toBe(value)
        seen.set(name, value)
      }
      return Object.keys(range)
    }
    window.mark([breakAt(18.1, { plannedS: 8, endS: 26.1 })], 'daterange')
    expect(note()).toEqual([])
    window.mark([planned], 'daterange')
    const announced = ['ID', 'START-DATE', 'PLANNED-DURATION', 'SCTE35-OUT']
    expect(note()).toEqual(announced)
    for (let msn = 4; msn <= 9; msn++) add(msn)
    expect(note()).toEqual(announced)
    // The encoder returns early.
    window.mark([{ ...planned, endMs: startMs + 19_500 }], 'daterange')
    expect(note()).toEqual(['ID', 'START-DATE', 'PLANNED-DURATION', 'DURATION', 'SCTE35-OUT', 'SCTE35-IN'])
    expect(Object.fromEntries(seen)).toMatchObject({
      ID: '"break-1"',
      'START-DATE': `"${iso(15)}"`,
      'PLANNED-DURATION': '8',
      DURATION: '4.5',
    })
    expect(tagsIn(window)).toEqual([])
  })

  it('has messages with the same event ID, those of the encoder if it sent any', () => {
    const { window } = windowOf(0, 5)
    const cuesOf = (range: Record<string, string> | undefined) =>
      ['SCTE35-OUT', 'SCTE35-IN'].flatMap((name) =>
        scte35Cues(scte35Bytes(range?.[name] ?? '')).map(
          (cue) => cue.kind === 'cue' && [cue.what, cue.eventId],
        ),
      )
    const own = breakMessages({
      id,
      eventId: '99',
      plannedS: 3,
      outMessage: null,
      inMessage: null,
    }).outMessage
    const given = { id, eventId: 'a name', plannedS: null, inMessage: null }
    window.mark(
      [
        breakAt(2, { endS: 4, ...breakMessages({ ...given, outMessage: null }) }),
        breakAt(6, { endS: 8, ...breakMessages({ ...given, outMessage: own }) }),
      ],
      'daterange',
    )
    const [made, sent] = rangesIn(window)
    expect(cuesOf(made)).toEqual([
      ['out', '42'],
      ['in', '42'],
    ])
    expect(cuesOf(sent)).toEqual([
      ['out', '99'],
      ['in', '99'],
    ])
    expect(sent?.['SCTE35-OUT']).toBe(`0x${own.toUpperCase()}`)
  })

  it('is listed while the window contains a part of it, and other messages while it contains their time', () => {
    const marks: LiveMark[] = [
      breakAt(0, { endS: 5 }),
      { kind: 'message', id: 'message-1', atMs: startMs + 7000, message: 'fc30' },
    ]
    const { window } = windowOf(2, 6)
    window.mark(marks, 'both')
    expect(rangesIn(window).map(({ ID }) => ID)).toEqual(['"break-1"', '"message-1"'])
    expect(rangesIn(window)[1]?.['SCTE35-CMD']).toBe('0xFC30')
    const later = windowOf(5, 9).window
    later.mark(marks, 'both')
    expect(rangesIn(later)).toEqual([])
  })

  it('is not listed without ad markers, and is listed after the end of the stream', () => {
    const { window } = windowOf(0, 5)
    const plain = window.playlist('v', false)
    window.mark([breakAt(2, { endS: 6 })], 'none')
    expect(window.playlist('v', false)).toBe(plain)
    window.mark([breakAt(2, { endS: 6 })], 'both')
    window.end()
    expect(rangesIn(window)).toHaveLength(1)
    expect(tagsIn(window)).toHaveLength(3)
  })
})
