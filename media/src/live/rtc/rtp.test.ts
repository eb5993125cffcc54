import { describe, expect, it } from 'vitest'
import { createH264Reader, h264Payloads } from './h264-rtp.ts'
import { createReorder, REORDER_LIMITS } from './reorder.ts'
import {
  bitrateReport,
  keyRequest,
  lossReport,
  readRtcp,
  receiverReport,
  senderReport,
  shortNtp,
} from './rtcp.ts'
import { isRtcp, type RtpPacket, readRtp, writeRtp } from './rtp.ts'
import { createSourceClock } from './source-clock.ts'

const packet = (sequence: number, more: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 102,
  marker: false,
  sequence,
  timestamp: 9000,
  ssrc: 0xdeadbeef,
  payload: Uint8Array.of(0x41, sequence & 0xff),
  ...more,
})

describe('RTP', () => {
  it('is the same after writing and reading, without its extensions', () => {
    const bytes = writeRtp(packet(65_535, { marker: true }))
    expect(isRtcp(bytes)).toBe(false)
    expect(readRtp(bytes)).toEqual(packet(65_535, { marker: true }))
    const extended = new Uint8Array([
      ...bytes.subarray(0, 12),
      0xbe,
      0xde,
      0,
      1,
      0x50,
      1,
      0,
      0,
      ...bytes.subarray(12),
    ])
    extended[0] = 0x90
    expect(readRtp(extended)).toEqual(packet(65_535, { marker: true }))
    for (const length of [0, 11, 12]) expect(readRtp(bytes.subarray(0, length))).toBe(null)
    for (const length of [12, 15, 20]) expect(readRtp(extended.subarray(0, length))).toBe(null)
  })

  it('reports senders, losses and missing keyframes', () => {
    const ntpMs = Date.parse('2026-11-23T12:00:00.500Z')
    const report = senderReport({ ssrc: 7, ntpMs, timestamp: 90_000, packets: 3, bytes: 300 })
    const compound = new Uint8Array(Buffer.concat([report, keyRequest(7), lossReport(7, [1, 65_535])]))
    expect(isRtcp(compound)).toBe(true)
    expect(readRtcp(compound)).toEqual([
      { type: 'sender-report', ssrc: 7, ntpMs: expect.closeTo(ntpMs, 1), timestamp: 90_000 },
      { type: 'key-wanted', ssrc: 7 },
      { type: 'lost', ssrc: 7, sequences: [1, 65_535] },
    ])
    const facts = { ssrc: 7, fractionLost: 1, lost: 2, highest: 9, lastReport: shortNtp(ntpMs) }
    expect(readRtcp(receiverReport({ ...facts, sinceLastReportS: 0.1 }))).toEqual([])
    expect(readRtcp(bitrateReport(7, 6_000_000))).toEqual([])
    expect(readRtcp(compound.subarray(0, 30))).toHaveLength(1)
  })

  it('reorders packets, requests lost ones, and finally gives up', () => {
    const reorder = createReorder()
    const taken = (nowMs: number) =>
      reorder.take(nowMs).map(({ packet: each, isAfterLoss }) => [each.sequence, isAfterLoss])
    reorder.push(packet(65_534), 0)
    reorder.push(packet(0), 0)
    expect(taken(0)).toEqual([[65_534, false]])
    expect(reorder.missing(0)).toEqual([65_535])
    expect(reorder.missing(REORDER_LIMITS.askAgainMs - 1)).toEqual([])
    reorder.push(packet(65_535), 20)
    expect(taken(20)).toEqual([
      [65_535, false],
      [0, false],
    ])
    reorder.push(packet(3), 30)
    expect(taken(30)).toEqual([])
    expect(taken(30 + REORDER_LIMITS.waitMs)).toEqual([[3, true]])
    reorder.push(packet(1), 200)
    expect(taken(200)).toEqual([])
    reorder.push(packet(30_000), 300)
    expect(taken(300)).toEqual([[30_000, true]])
  })

  it('splits and joins H.264 frames, unless a packet is missing', () => {
    const unit = (size: number, head: number) =>
      Uint8Array.from({ length: size }, (_, n) => (n ? n & 255 : head))
    const units = [unit(20, 0x67), unit(5000, 0x65)]
    const data = Buffer.concat(
      units.map((each) => Buffer.concat([Buffer.from([0, 0, each.length >> 8, each.length & 255]), each])),
    )
    const payloads = h264Payloads(new Uint8Array(data), 1150)
    expect(payloads.every(({ length }) => length <= 1150)).toBe(true)
    const packets = payloads.map((payload, n) => packet(n, { payload, marker: n === payloads.length - 1 }))
    const { push } = createH264Reader()
    const last = packets.map((each) => push(each, false)).at(-1)
    expect(last).toEqual({ timestamp: 9000, units })
    expect(
      packets
        .toSpliced(2, 1)
        .map((each, n) => push(each, n === 2))
        .at(-1),
    ).toBe('broken')
  })

  it('keeps audio and video in sync with sender reports', () => {
    const clock = createSourceClock()
    expect(clock.timeOf('video', 2 ** 32 - 9000, 100)).toBe(0)
    expect(clock.timeOf('audio', 0, 100.2)).toBeCloseTo(0.2)
    expect(clock.timeOf('video', 9000, 100.3)).toBeCloseTo(0.2)
    clock.report('video', 9000, 1000.2)
    clock.report('audio', 0, 1000.1)
    expect(clock.timeOf('audio', 48_000, 101.2)).toBeCloseTo(1.1)
  })
})
