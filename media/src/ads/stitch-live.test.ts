import { describe, expect, it } from 'vitest'
import type { WindowSegment } from '../live/playlist/live-playlist.ts'
import type { StitchSegment } from './stitch.ts'
import {
  type BreakSplice,
  lastLiveItem,
  listReaches,
  liveItems,
  NO_SHIFT,
  shiftAfter,
  spliceBreak,
  stitchedLivePlaylist,
} from './stitch-live.ts'

const TARGET_S = 2
const WINDOW = 12
const BEGAN = Date.parse('2026-11-22T18:00:00Z')
const PART_S = 1

/** Window of the stream after `ended` complete segments, with an open one that has one part.
 * @param broken segments that begin with a discontinuity */
function windowAt(ended: number, broken: readonly number[] = []): WindowSegment[] {
  const from = Math.max(0, ended + 1 - WINDOW)
  return Array.from({ length: ended + 1 - from }, (_, n) => {
    const msn = from + n
    const parts = Array.from({ length: msn === ended ? 1 : 2 }, () => ({
      durationS: PART_S,
      frames: 25,
      isIndependent: true,
    }))
    return {
      msn,
      startS: msn * TARGET_S,
      programDateMs: BEGAN + msn * TARGET_S * 1000,
      parts,
      init: 0,
      isDiscontinuous: broken.includes(msn),
      discontinuities: broken.filter((each) => each <= msn).length,
      slateFromMs: null,
      durationS: msn === ended ? null : TARGET_S,
    }
  })
}

const ad = (name: string, lengthsS: readonly number[]): StitchSegment[] =>
  lengthsS.map((durationS, n) => ({
    uri: `${name}-${n}`,
    initUri: `${name}-init`,
    durationS,
    isDiscontinuous: false,
  }))

/** Playlists of a viewer while the stream grows from one number of complete segments to another. */
function watch(
  ads: readonly (readonly StitchSegment[])[],
  breakS: { readonly at: number; readonly end: (ended: number) => number },
  { from = 2, to = 60, broken = [] as readonly number[] } = {},
) {
  const itemsS = ads.flat().map(({ durationS }) => durationS)
  let splice: BreakSplice | null = null
  const lists = []
  for (let ended = from; ended <= to; ended++) {
    const segments = windowAt(ended, broken)
    const times = { atMs: BEGAN + breakS.at * 1000, endMs: BEGAN + breakS.end(ended) * 1000 }
    splice = spliceBreak(segments, times, itemsS, TARGET_S, splice)
    const insertions = splice === null ? [] : [{ splice, ads }]
    const list = liveItems(segments, insertions, 'c/', 0)
    expect(lastLiveItem(segments, insertions, 'c/', 0)).toEqual(list.at(-1))
    const isOver = splice?.returnMsn && splice.returnMsn <= (segments[0]?.msn ?? 0)
    if (splice && isOver)
      expect(liveItems(segments, [], 'c/', 0, shiftAfter(NO_SHIFT, { splice, ads }))).toEqual(list)
    lists.push(list)
  }
  return { lists, splice, seen: seenBy(lists) }
}

/** Segments that a player sees which reads each playlist. Listed segments must never change. */
function seenBy(lists: readonly ReturnType<typeof liveItems>[]): string[] {
  const known = new Map<number, string>()
  for (const list of lists)
    for (const [n, { msn, uri, discontinuities }] of list.entries()) {
      if (n > 0) expect(msn).toBe((list[n - 1]?.msn ?? 0) + 1)
      const facts = `${discontinuities} ${uri}`
      expect(known.get(msn) ?? facts).toBe(facts)
      known.set(msn, facts)
    }
  const numbers = [...known.keys()].sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => (numbers[0] ?? 0) + n))
  return numbers.map((msn) => known.get(msn) ?? '')
}

const content = (from: number, to: number, discontinuities: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${discontinuities} c/seg-${from + n}.m4s`)

describe('a break of a live stream', () => {
  it('replaces the stream for the length of the ads, and never changes sequence numbers', () => {
    const ads = [ad('a', [2, 2, 2]), ad('b', [2, 1])]
    const { seen, splice } = watch(ads, { at: 20.4, end: () => 50 })
    // 9 s of ads in place of 10 s or 8 s of the stream.
    expect(splice).toMatchObject({ startMsn: 10, shown: 5, returnMsn: 14 })
    expect(seen.slice(8, 20)).toEqual([
      ...content(8, 9, 0),
      '1 a-0',
      '1 a-1',
      '1 a-2',
      '2 b-0',
      '2 b-1',
      ...content(14, 18, 3),
    ])
  })

  it('returns after the current segment if it ends early, and drops the remaining ads', () => {
    const ads = [ad('a', [2, 2]), ad('b', [2, 2, 2])]
    // The end becomes known when the stream reaches it.
    const { seen, splice } = watch(ads, { at: 20, end: (ended) => (ended >= 12 ? 25 : 80) })
    expect(splice).toMatchObject({ startMsn: 10, shown: 3, returnMsn: 13 })
    expect(seen.slice(9, 15)).toEqual(['0 c/seg-9.m4s', '1 a-0', '1 a-1', '2 b-0', ...content(13, 14, 3)])
  })

  it('returns to the stream if the ads end before the break', () => {
    const { splice } = watch([ad('a', [2, 2])], { at: 20, end: () => 60 })
    expect(splice).toMatchObject({ startMsn: 10, shown: 2, returnMsn: 12 })
  })

  it('counts the discontinuities of the stream, including replaced ones', () => {
    const { seen } = watch([ad('a', [2, 2, 2])], { at: 20, end: () => 60 }, { broken: [5, 10, 12, 15] })
    expect(seen.slice(8, 17)).toEqual([
      '1 c/seg-8.m4s',
      '1 c/seg-9.m4s',
      '2 a-0',
      '2 a-1',
      '2 a-2',
      '5 c/seg-13.m4s',
      '5 c/seg-14.m4s',
      '6 c/seg-15.m4s',
      '6 c/seg-16.m4s',
    ])
  })

  it('has no splice before the stream reaches it, or long after it', () => {
    expect(spliceBreak(windowAt(8), { atMs: BEGAN + 20_000, endMs: BEGAN + 60_000 }, [2], 2, null)).toBe(null)
    expect(spliceBreak(windowAt(40), { atMs: BEGAN + 20_000, endMs: BEGAN + 60_000 }, [2], 2, null)).toBe(
      null,
    )
    expect(spliceBreak(windowAt(11), { atMs: BEGAN + 20_000, endMs: BEGAN + 20_000 }, [2], 2, null)).toBe(
      null,
    )
  })
})

describe('the playlist of a live viewer', () => {
  const options = {
    targetS: TARGET_S,
    partS: PART_S,
    isEnded: false,
    startsAtFirst: false,
    reports: [{ id: 'audio', msn: 14, part: 0 }],
  }
  const textAt = (ended: number) => {
    const segments = windowAt(ended)
    const ads = [ad('a', [2, 1.5])]
    const times = { atMs: BEGAN + 20_000, endMs: BEGAN + 40_000 }
    const splice = spliceBreak(segments, times, [2, 1.5], TARGET_S, null)
    const items = liveItems(segments, splice ? [{ splice, ads }] : [], 'c/', 0)
    return { items, text: stitchedLivePlaylist(items, { ...options, segments }) }
  }

  it('lists parts of the stream, but none in a break', () => {
    expect(textAt(9).text).toContain('#EXT-X-PART:DURATION=1,URI="c/part-9-0.m4s",INDEPENDENT=YES\n')
    const during = textAt(11).text
    expect(during).not.toContain('EXT-X-PART:')
    expect(during).toContain(
      '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="a-init"\n#EXT-X-PROGRAM-DATE-TIME:2026-11-22T18:00:20.000Z\n#EXTINF:2,\na-0\n',
    )
    const after = textAt(12).text
    expect(after).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="c/init-0.mp4"\n')
    expect(after.match(/EXT-X-PART:/g)).toHaveLength(1)
    expect(after).toContain('#EXT-X-RENDITION-REPORT:URI="../audio/index.m3u8",LAST-MSN=14,LAST-PART=0\n')
  })

  it('knows which segments and parts it reaches', () => {
    const { items } = textAt(9)
    expect(
      [
        [8, null],
        [9, 0],
        [9, 1],
        [10, null],
        [12, null],
      ].map(([msn, part]) => listReaches(items, msn ?? 0, part ?? null)),
    ).toEqual(['yes', 'yes', 'not-yet', 'not-yet', 'too-far'])
  })

  it('lists the last parts before ads for players that wait for them', () => {
    const ads = [ad('a', [2, 2])]
    const segments = windowAt(10)
    const splice = spliceBreak(
      segments,
      { atMs: BEGAN + 20_000, endMs: BEGAN + 60_000 },
      [2, 2],
      TARGET_S,
      null,
    )
    const items = liveItems(segments, splice ? [{ splice, ads }] : [], 'c/', 0)
    const lastOf = (msn: number | null, part: number | null, isEnded = false) => {
      const text = stitchedLivePlaylist(items, { ...options, segments, isEnded, asked: { msn, part } })
      return text.split('\n').findLast((line) => line !== '' && !line.startsWith('#'))
    }
    expect(lastOf(9, 1)).toBe('c/seg-9.m4s')
    for (const [msn, part] of [
      [9, 2],
      [9, null],
      [10, 0],
      [null, null],
    ] as const)
      expect(lastOf(msn, part)).toBe('a-0')
    // An ended stream has nothing after it.
    expect(lastOf(9, 1, true)).toBe('a-0')
  })

  it('begins with the pre-roll', () => {
    const segments = windowAt(20)
    const ads = [ad('a', [2, 2])]
    const startMs = BEGAN + 36_000
    const splice = spliceBreak(segments, { atMs: startMs, endMs: startMs + 30_000 }, [2, 2], TARGET_S, null)
    const items = liveItems(segments, splice ? [{ splice, ads }] : [], 'c/', splice?.startMsn ?? 0)
    expect(items.map(({ uri }) => uri)).toEqual(['a-0', 'a-1', 'c/seg-20.m4s'])
    const text = stitchedLivePlaylist(items, { ...options, segments, startsAtFirst: true })
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=0.001,PRECISE=YES\n#EXT-X-MEDIA-SEQUENCE:18\n')
  })
})
