import { describe, expect, it } from 'vitest'
import { packetsOf, parseAllPackets } from './packets.ts'

const packet = { stream_index: 1, pts_time: '0.5', dts_time: '0.4', duration_time: '0.04', flags: 'K__' }

describe('parseAllPackets', () => {
  it('reads what ffprobe writes as strings, or leaves out', () => {
    expect(parseAllPackets({ packets: [packet, { stream_index: 1, flags: '___' }] })).toEqual([
      { index: 1, ptsS: 0.5, dtsS: 0.4, durationS: 0.04, isKey: true },
      { index: 1, ptsS: Number.NaN, dtsS: Number.NaN, durationS: 0, isKey: false },
    ])
    expect(parseAllPackets({ streams: [] })).toEqual([])
  })

  it('says if there may be more', () => {
    expect(parseAllPackets({ packets: Array.from({ length: 4000 }, () => packet) })).toBeNull()
  })
})

it('packets of a stream have a time', () => {
  const packets = parseAllPackets({
    packets: [packet, { ...packet, stream_index: 0 }, { ...packet, pts_time: 'N/A' }],
  })
  expect(packetsOf(packets ?? [], 1)).toEqual([
    { index: 1, ptsS: 0.5, dtsS: 0.4, durationS: 0.04, isKey: true },
  ])
})
