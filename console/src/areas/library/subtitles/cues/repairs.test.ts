import { describe, expect, it } from 'vitest'
import { type Cue, keyed } from './cue'
import { repairCue, repairFor } from './repairs'
import { type Warning, warningsOf } from './warnings'

type Written = readonly [start: number, end: number, text: string]
const cuesOf = (...cues: readonly Written[]) =>
  keyed(cues.map(([start, end, text]) => ({ id: '', start, end, text, settings: {} })))
const seen = (cues: readonly Cue[]) => cues.map(({ start, end, text }) => [start, end, text])
const endS = 60

/** The kind of repair for a warning of the first cue that has it, and the cues after it. */
function repaired(kind: Warning['kind'], cues: readonly Cue[]) {
  const at = cues.findIndex((cue, n) => warningsOf(cue, cues[n + 1], endS).some((one) => one.kind === kind))
  const cue = cues[at]
  const warning = cue && warningsOf(cue, cues[at + 1], endS).find((one) => one.kind === kind)
  if (!cue || !warning) throw new Error('no such warning')
  const repair = repairFor(cues, at, warning, endS)
  return repair && { kind: repair.kind, cues: seen(repairCue(cues, cue.key, repair)), repair }
}

describe('a cue that is too fast to read', () => {
  const words = 'a'.repeat(48)
  it('gets time after it', () => {
    const found = repaired('speed', cuesOf([1, 3, words], [5, 6, 'x']))
    expect(found).toMatchObject({ kind: 'lengthen', repair: { seconds: 0.4 } })
    expect(found?.cues[0]).toEqual([1, 3.4, words])
  })

  it('gets time before it if the next cue is near, within the available time', () => {
    expect(repaired('speed', cuesOf([0, 0.8, 'x'], [1, 3, words], [3.1, 5, 'y']))?.cues[1]).toEqual([
      0.8,
      3.1,
      words,
    ])
    expect(repaired('speed', cuesOf([0, 1, 'x'], [1, 3, words], [3, 5, 'y']))).toBeNull()
  })

  it('does not last longer than the video', () => {
    expect(repaired('speed', cuesOf([57.9, 59.9, words]))?.cues).toEqual([[57.6, 60, words]])
  })

  it('does not begin before the end of any earlier cue', () => {
    const found = repaired('speed', cuesOf([0, 2.9, 'long'], [1, 2, 'x'], [3, 5, words], [5, 6, 'y']))
    expect(found?.cues[2]).toEqual([2.9, 5, words])
  })
})

describe('overlapping cues', () => {
  it('are trimmed, or merged when they start together', () => {
    expect(repaired('overlap', cuesOf([1, 4, 'a'], [3, 5, 'b']))).toMatchObject({
      kind: 'trim',
      cues: [
        [1, 3, 'a'],
        [3, 5, 'b'],
      ],
      repair: { seconds: 1 },
    })
    expect(repaired('overlap', cuesOf([1, 4, 'a'], [1.05, 5, 'b']))).toMatchObject({
      kind: 'merge',
      cues: [[1, 5, 'a\nb']],
    })
  })
})

describe('a long line', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'words').join(' ')
  it('is broken in the middle, outside of tags', () => {
    const found = repaired('line', cuesOf([1, 9, `<v Mira of Goa>${words(10)}</v>`]))
    expect(found).toMatchObject({
      kind: 'break',
      cues: [[1, 9, `<v Mira of Goa>${words(5)}\n${words(5)}</v>`]],
    })
  })

  it('becomes two cues if two lines are not enough', () => {
    expect(repaired('line', cuesOf([1, 9, words(20)]))).toMatchObject({
      kind: 'split',
      cues: [
        [1, 4.966, words(10)],
        [4.966, 9, words(10)],
      ],
    })
    expect(repaired('line', cuesOf([1, 9, `${words(9)}\nyes`]))?.kind).toBe('split')
  })

  it('of one word is split in two', () => {
    expect(repaired('line', cuesOf([1, 9, 'a'.repeat(44)]))?.cues).toEqual([
      [1, 5, 'a'.repeat(22)],
      [5, 9, 'a'.repeat(22)],
    ])
  })
})

describe('a cue that the server rejects', () => {
  it('is deleted if it has no text', () => {
    expect(repaired('empty', cuesOf([1, 2, ' '], [3, 4, 'x']))).toMatchObject({
      kind: 'delete',
      cues: [[3, 4, 'x']],
    })
  })

  it('gets an end after its start, before the next cue', () => {
    expect(repaired('order', cuesOf([5, 2, 'x']))?.cues).toEqual([[5, 6, 'x']])
    expect(repaired('order', cuesOf([5, 5, 'x'], [5.5, 6, 'y']))?.cues[0]).toEqual([5, 5.5, 'x'])
    expect(repaired('order', cuesOf([5, 5, 'x'], [5, 6, 'y']))).toBeNull()
  })
})

it('a cue after the end of the video is deleted', () => {
  expect(repaired('beyond', cuesOf([1, 2, 'x'], [61, 62, 'y']))).toMatchObject({
    kind: 'delete',
    cues: [[1, 2, 'x']],
  })
})

it('repairs terminate without overlaps or negative times', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 60; round += 1) {
    let start = random() * 2
    const written = Array.from({ length: 6 }, (): Written => {
      const text = Array.from({ length: 1 + random() * 24 }, () => 'words').join(random() < 0.2 ? '\n' : ' ')
      const [from, to] = [start, Math.max(0, start + (random() < 0.1 ? -0.5 : random() * 4))]
      start += random() * 4
      return [Math.round(from * 1000) / 1000, Math.round(to * 1000) / 1000, random() < 0.1 ? '' : text]
    })
    let cues: readonly Cue[] = cuesOf(...written)
    for (let step = 0; step < 200; step += 1) {
      const next = firstRepair(cues)
      if (next === null) break
      expect(overlapOf(next)).toBeLessThanOrEqual(overlapOf(cues) + 0.002)
      expect(Math.min(...next.flatMap(({ start: from, end }) => [from, end]))).toBeGreaterThanOrEqual(0)
      cues = next
    }
    expect(firstRepair(cues)).toBeNull()
  }
})

function firstRepair(cues: readonly Cue[]): readonly Cue[] | null {
  for (const [at, cue] of cues.entries()) {
    for (const warning of warningsOf(cue, cues[at + 1], endS)) {
      const repair = repairFor(cues, at, warning, endS)
      if (repair) return repairCue(cues, cue.key, repair)
    }
  }
  return null
}

/** Seconds that cues overlap, over all pairs. */
function overlapOf(cues: readonly Cue[]): number {
  return cues
    .flatMap((one, at) =>
      cues.slice(at + 1).map((other) => Math.min(one.end, other.end) - Math.max(one.start, other.start)),
    )
    .reduce((sum, seconds) => sum + Math.max(0, seconds), 0)
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
