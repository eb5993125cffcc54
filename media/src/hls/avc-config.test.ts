import { describe, expect, it } from 'vitest'
import { type AvcConfig, freeSetId, joinAvcConfigs, readAvcConfig, withAvcConfig } from './avc-config.ts'

const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const zeros = (n: number) => new Array<number>(n).fill(0)
const box = (type: string, ...parts: number[][]): number[] => {
  const body = parts.flat()
  return [...u32(body.length + 8), ...[...type].map((char) => char.charCodeAt(0)), ...body]
}
const trak = (entry: number[]) =>
  box('trak', box('mdia', box('minf', box('stbl', box('stsd', u32(0), u32(1), entry), box('stts', u32(7))))))
const moovOf = (config: number[]) =>
  Uint8Array.from(
    box(
      'moov',
      box('mvhd', zeros(4)),
      trak(box('mp4a', zeros(40))),
      trak(box('avc1', zeros(78), box('avcC', config), box('pasp', zeros(8)))),
    ),
  )

// Sequence sets 0 and 1, picture set 0: `1` is the number 0, `010` the number 1.
const first = [0x67, 0x64, 0, 0x1e, 0b1000_0000]
const second = [0x67, 0x64, 0, 0x1f, 0b0100_0000]
const picture = [0x68, 0b1100_0000]
const config = [1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 5, ...first, 1, 0, 2, ...picture, 0xfd, 0xf8, 0xf8, 0]

const read = (bytes: Uint8Array): AvcConfig => {
  const found = readAvcConfig(bytes)
  if (found === null) throw new Error('there is no configuration')
  return found
}

describe('the configuration of a decoder', () => {
  it('is read after other tracks', () => {
    const found = read(moovOf(config))
    expect(found.sequenceSets.map((set) => [...set])).toEqual([first])
    expect(found.pictureSets.map((set) => [...set])).toEqual([picture])
    expect([...found.rest]).toEqual([0xfd, 0xf8, 0xf8, 0])
    expect(freeSetId(found)).toBe(1)
  })

  it('of several clips contains all parameter sets once, with the highest level', () => {
    const moov = moovOf(config)
    const one = read(moov)
    const other = {
      ...one,
      head: Uint8Array.from([1, 0x64, 0, 0x1f, 0xff]),
      sequenceSets: [Uint8Array.from(second)],
    }
    const joined = joinAvcConfigs([one, other, one])
    const written = withAvcConfig(moov, joined)
    if (written === null) throw new Error('it was not written')
    const again = read(written)
    expect(again.sequenceSets.map((set) => [...set])).toEqual([first, second])
    expect([...again.head]).toEqual([1, 0x64, 0, 0x1f, 0xff])
    expect([...again.rest]).toEqual([...one.rest])
    expect(freeSetId(again)).toBe(2)
    expect(written).toHaveLength(moov.length + second.length + 2)
    expect(new DataView(written.buffer).getUint32(0)).toBe(written.length)
  })

  it('is null if the box is truncated or invalid', () => {
    for (let length = 0; length < config.length - 4; length++)
      expect(readAvcConfig(moovOf(config.slice(0, length))), `${length}`).toBeNull()
    expect(readAvcConfig(new Uint8Array(0))).toBeNull()
    expect(withAvcConfig(new Uint8Array(9), read(moovOf(config)))).toBeNull()
  })

  it('has no free ID if the last one is in use', () => {
    // 00000 100000 is the number 31.
    const last = { ...read(moovOf(config)), pictureSets: [Uint8Array.from([0x68, 0b0000_0100, 0])] }
    expect(freeSetId(last)).toBeNull()
  })
})
