import { describe, expect, it } from 'vitest'
import { codecsOf, parseFragments, parseInit } from './fmp4.ts'

const u8 = (...bytes: number[]) => bytes
const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const zeros = (n: number) => new Array<number>(n).fill(0)
const box = (type: string, ...parts: number[][]): number[] => {
  const body = parts.flat()
  return [...u32(body.length + 8), ...[...type].map((char) => char.charCodeAt(0)), ...body]
}

function track(id: number, timescale: number, entry: number[]): number[] {
  const tkhd = box('tkhd', u32(0), zeros(8), u32(id), zeros(68))
  const mdhd = box('mdhd', u32(0), zeros(8), u32(timescale), zeros(8))
  const stsd = box('stsd', u32(0), u32(1), entry)
  return box('trak', tkhd, box('mdia', mdhd, box('minf', box('stbl', stsd))))
}

const videoEntry = box('avc1', zeros(78), box('avcC', u8(1, 0x64, 0x00, 0x28, 0xff)))
const decoderSpecific = (first: number, second: number) => u8(5, 0x80, 0x80, 0x80, 2, first, second)
const esds = (specific: number[], objectType = 0x40) =>
  box('esds', u32(0), u8(3, 25), u8(0, 1, 0), u8(4, 13 + specific.length, objectType), zeros(12), specific)
const audioEntry = (specific: number[], objectType?: number) =>
  box('mp4a', zeros(28), esds(specific, objectType))
const trex = box('trex', u32(0), u32(1), u32(1), u32(512), u32(0), u32(0x10000))
const init = (...traks: number[][]) => Uint8Array.from(box('moov', ...traks, box('mvex', trex)))

const whole = init(track(1, 15_360, videoEntry), track(2, 48_000, audioEntry(decoderSpecific(0x11, 0x90))))

describe('codecsOf', () => {
  it.each<[string, Uint8Array, string]>([
    ['H.264 and AAC-LC', whole, 'avc1.640028,mp4a.40.2'],
    ['HE-AAC', init(track(1, 1, audioEntry(decoderSpecific(0x2b, 0x92)))), 'mp4a.40.5'],
    [
      'xHE-AAC, whose type escapes five bits',
      init(track(1, 1, audioEntry(decoderSpecific(0xf9, 0x40)))),
      'mp4a.40.42',
    ],
    ['MP3', init(track(1, 1, audioEntry([], 0x6b))), 'mp4a.6b'],
    ['a codec we never write', init(track(1, 1, box('vp09', zeros(90)))), ''],
  ])('names %s', (_, bytes, codecs) => {
    expect(codecsOf(bytes)).toBe(codecs)
  })
})

describe('parseInit', () => {
  it('reads each track with its timescale and defaults', () => {
    expect(parseInit(whole)).toEqual([
      { id: 1, timescale: 15_360, codec: 'avc1.640028', defaultDuration: 512, defaultFlags: 0x10000 },
      { id: 2, timescale: 48_000, codec: 'mp4a.40.2', defaultDuration: 0, defaultFlags: 0 },
    ])
  })
})

describe('parseFragments', () => {
  const tfdt = box('tfdt', u32(0x01000000), u32(1), u32(5))
  const fragment = (tfhd: number[], trun: number[]) =>
    Uint8Array.from(box('moof', box('traf', box('tfhd', tfhd), tfdt, box('trun', trun))))

  it('reads times from its own fields, with signed offsets and 64-bit clocks', () => {
    const trun = [...u32(0x01000f01), ...u32(2), ...u32(99)]
    const samples = [
      ...u32(500),
      ...u32(9),
      ...u32(0),
      ...u32(-200),
      ...u32(524),
      ...u32(9),
      ...u32(0x10000),
      ...u32(0),
    ]
    expect(parseFragments(fragment([...u32(0), ...u32(1)], [...trun, ...samples]), [])).toEqual([
      {
        trackId: 1,
        baseDecodeTime: 2 ** 32 + 5,
        duration: 1024,
        firstPresentationTime: 2 ** 32 - 195,
        startsWithKeyframe: true,
        samples: 2,
      },
    ])
  })

  it('uses defaults of the init segment for omitted fields', () => {
    const [read] = parseFragments(fragment([...u32(0), ...u32(1)], [...u32(0), ...u32(10)]), parseInit(whole))
    expect(read).toMatchObject({ duration: 5120, startsWithKeyframe: false, samples: 10 })
  })

  it('ignores a sample count that does not fit', () => {
    const [read] = parseFragments(
      fragment([...u32(0), ...u32(1)], [...u32(0x100), ...u32(2 ** 31), ...u32(7)]),
      [],
    )
    expect(read).toMatchObject({ samples: 1, duration: 7 })
  })
})

describe('hostile boxes', () => {
  it('are read up to the first invalid box, and never throw', () => {
    for (let cut = 0; cut < whole.length; cut++) {
      expect(() => parseInit(whole.subarray(0, cut))).not.toThrow()
      const bent = Uint8Array.from(whole)
      for (const value of [0, 1, 7, 0x7f, 0xff]) {
        bent[cut] = value
        expect(() => parseInit(bent)).not.toThrow()
        expect(() => parseFragments(bent, [])).not.toThrow()
      }
    }
  })
})
