import { beforeEach, describe, expect, it } from 'vitest'
import type { Packaged, RenditionFacts } from '../packaging/packaged.ts'
import { createLiveWindow, type LiveWindow } from './live-window.ts'

const facts: RenditionFacts = { kind: 'video', codecs: 'avc1.64001f', width: 1280, height: 720 }
const settings = { targetS: 2, windowS: 12, keptSegments: 4 }
const start = Date.parse('2026-11-23T12:00:00Z')

let window: LiveWindow
beforeEach(() => {
  window = createLiveWindow(settings)
  window.apply({ type: 'init', rendition: 'v', init: 0, partS: 0.5, facts, bytes: Uint8Array.of(0) })
})

function begin(
  msn: number,
  more: Partial<Extract<Packaged, { type: 'segment-begun' }>> = {},
  to = window,
): void {
  const still = { isDiscontinuous: false, discontinuities: 0, init: 0, slateFromMs: null }
  const times = { startS: msn * 2, programDateMs: start + msn * 2000 }
  to.apply({ type: 'segment-begun', rendition: 'v', msn, ...times, ...still, ...more })
}

function addPart(msn: number, part: number): void {
  const bytes = Uint8Array.of(msn, part)
  window.apply({
    type: 'part',
    rendition: 'v',
    msn,
    part,
    durationS: 0.5,
    frames: 15,
    isIndependent: part === 0,
    bytes,
  })
}

/** Adds whole segments. */
function add(
  from: number,
  to: number,
  more: Partial<Extract<Packaged, { type: 'segment-begun' }>> = {},
): void {
  for (let msn = from; msn <= to; msn++) {
    begin(msn, more)
    for (let part = 0; part < 4; part++) addPart(msn, part)
    window.apply({ type: 'segment-ended', rendition: 'v', msn, durationS: 2, sizeBytes: 8 })
  }
}

const text = (skip = false) => window.playlist('v', skip) ?? ''

describe('a live window', () => {
  it('lists segments, the parts of the last ones, and a hint for the next part', () => {
    add(0, 1)
    begin(2)
    addPart(2, 0)
    expect(text()).toBe(`#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,HOLD-BACK=6,PART-HOLD-BACK=1.5
#EXT-X-PART-INF:PART-TARGET=0.5
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-MAP:URI="init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-23T12:00:00.000Z
#EXT-X-PART:DURATION=0.5,URI="part-0-0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.5,URI="part-0-1.m4s"
#EXT-X-PART:DURATION=0.5,URI="part-0-2.m4s"
#EXT-X-PART:DURATION=0.5,URI="part-0-3.m4s"
#EXTINF:2,
seg-0.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-23T12:00:02.000Z
#EXT-X-PART:DURATION=0.5,URI="part-1-0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.5,URI="part-1-1.m4s"
#EXT-X-PART:DURATION=0.5,URI="part-1-2.m4s"
#EXT-X-PART:DURATION=0.5,URI="part-1-3.m4s"
#EXTINF:2,
seg-1.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-23T12:00:04.000Z
#EXT-X-PART:DURATION=0.5,URI="part-2-0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-2-1.m4s"
`)
  })

  it('is null before the first part', () => {
    begin(0)
    expect([window.playlist('v', false), window.playlist('other', false)]).toEqual([null, null])
    expect(window.isPlayable()).toBe(false)
  })

  it('moves forward, and never decreases a sequence number', () => {
    add(0, 2)
    begin(3, { isDiscontinuous: true, discontinuities: 1, init: 1 })
    window.apply({ type: 'init', rendition: 'v', init: 1, partS: 0.5, facts, bytes: Uint8Array.of(1) })
    for (let part = 0; part < 4; part++) addPart(3, part)
    window.apply({ type: 'segment-ended', rendition: 'v', msn: 3, durationS: 2, sizeBytes: 8 })
    expect(text()).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-1.mp4"\n')
    const sequences: string[] = []
    for (let msn = 4; msn < 14; msn++) {
      begin(msn, { discontinuities: 1, init: 1 })
      addPart(msn, 0)
      window.apply({ type: 'segment-ended', rendition: 'v', msn, durationS: 2, sizeBytes: 2 })
      const [, first = '', cuts = ''] =
        /MEDIA-SEQUENCE:(\d+)\n#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/.exec(text()) ?? []
      sequences.push(`${first}/${cuts}`)
    }
    expect(sequences).toEqual(['0/0', '0/0', '1/0', '2/0', '3/1', '4/1', '5/1', '6/1', '7/1', '8/1'])
    expect(window.file('v', 'init-0.mp4')).toBe(null)
  })

  it('answers delta updates without the segments that players have', () => {
    window = createLiveWindow({ ...settings, windowS: 60 })
    window.apply({ type: 'init', rendition: 'v', init: 0, partS: 0.5, facts, bytes: Uint8Array.of(0) })
    add(0, 9)
    const whole = text().split('\n')
    const delta = text(true).split('\n')
    const skip = delta.findIndex((line) => line.startsWith('#EXT-X-SKIP:'))
    expect(delta[skip]).toBe('#EXT-X-SKIP:SKIPPED-SEGMENTS=4')
    // The rest equals the full playlist from the fifth segment on.
    const fifth = whole.indexOf('#EXT-X-PROGRAM-DATE-TIME:2026-11-23T12:00:08.000Z')
    expect(delta.slice(skip + 1)).toEqual(whole.slice(fifth))
    expect(delta.slice(0, skip)).toEqual(whole.slice(0, skip))
  })

  it('decides which requests wait', () => {
    add(0, 1)
    begin(2)
    addPart(2, 0)
    const reaches = (msn: number, part: number | null) => window.reaches('v', msn, part)
    expect([reaches(1, null), reaches(1, 9), reaches(2, 0)]).toEqual(['yes', 'yes', 'yes'])
    expect([reaches(2, null), reaches(2, 1), reaches(3, 0), reaches(4, null)]).toEqual(
      Array(4).fill('not-yet'),
    )
    expect(reaches(5, null)).toBe('too-far')
    window.end()
    expect(reaches(9, null)).toBe('yes')
  })

  it('has the bytes of the last segments, and refers to storage for older ones', () => {
    add(0, 5)
    begin(6)
    addPart(6, 0)
    expect(window.file('v', 'seg-5.m4s')).toMatchObject({ kind: 'bytes' })
    expect(window.file('v', 'part-6-0.m4s')).toEqual({
      kind: 'bytes',
      bytes: [Uint8Array.of(6, 0)],
      durationS: 0.5,
    })
    expect(window.file('v', 'seg-1.m4s')).toEqual({ kind: 'stored', msn: 1, durationS: 2 })
    for (const name of ['part-6-1.m4s', 'part-7-0.m4s', 'seg-6.m4s'])
      expect(window.file('v', name)).toEqual({ kind: 'pending' })
    for (const name of ['part-5-9.m4s', 'part-9-0.m4s', 'seg-99.m4s', 'seg-01.m4s', 'init-7.mp4', '../x'])
      expect(window.file('v', name)).toBe(null)
  })

  it('replays its state into another window', () => {
    add(0, 7)
    begin(8)
    addPart(8, 0)
    window.apply({ type: 'init', rendition: 'a', init: 0, partS: 0.5, facts, bytes: Uint8Array.of(0) })
    const copy = createLiveWindow(settings)
    for (const each of window.replay()) {
      copy.apply(each)
      // The first player would not see the other rendition.
      expect(copy.isPlayable()).toBe(false)
    }
    expect(copy.playlist('v', false)).toBe(text())
    expect(copy.file('v', 'seg-1.m4s')).toEqual(window.file('v', 'seg-1.m4s'))
  })

  it('lists the periods of the slate', () => {
    add(0, 0)
    add(1, 2, { slateFromMs: start + 2000 })
    const range =
      '#EXT-X-DATERANGE:ID="slate-1795435202000",CLASS="io.kinora.slate",START-DATE="2026-11-23T12:00:02.000Z"'
    expect(text()).toContain(`${range}\n`)
    add(3, 3)
    expect(text()).toContain(`${range},END-DATE="2026-11-23T12:00:06.000Z"\n`)
    add(4, 20)
    expect(text()).not.toContain('DATERANGE')
  })

  it('ends without a hint, and keeps its segments', () => {
    add(0, 2)
    window.end()
    expect(text()).toMatch(/seg-2\.m4s\n#EXT-X-ENDLIST\n$/)
    expect(text()).not.toContain('EXT-X-PART:')
    expect(window.file('v', 'part-3-0.m4s')).toBe(null)
  })

  it('reports the last part of the other renditions', () => {
    add(0, 0)
    window.apply({ type: 'init', rendition: 'a', init: 0, partS: 0.5, facts, bytes: Uint8Array.of(0) })
    window.apply({
      type: 'segment-begun',
      rendition: 'a',
      msn: 0,
      startS: 0,
      programDateMs: start,
      isDiscontinuous: false,
      discontinuities: 0,
      init: 0,
      slateFromMs: null,
    })
    window.apply({
      type: 'part',
      rendition: 'a',
      msn: 0,
      part: 0,
      durationS: 0.5,
      frames: 15,
      isIndependent: true,
      bytes: Uint8Array.of(1),
    })
    expect(text()).toContain('#EXT-X-RENDITION-REPORT:URI="../a/index.m3u8",LAST-MSN=0,LAST-PART=0\n')
  })
})
