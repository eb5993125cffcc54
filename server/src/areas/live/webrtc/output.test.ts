import { LIVE_TICKS, type LivePacket } from '@kinora/media'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createRtcOutput, type RtcOutput } from './output.ts'
import { sentMedia } from './sent-media.ts'

/** The names of the video frames and audio packets that a viewer got. */
const got: string[] = []
let output: RtcOutput
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  got.length = 0
  // No audio of the source is encoded here.
  const options = {
    ffmpeg: null as unknown as Ffmpeg,
    log: createLog('silent'),
    cwd: '/',
    memoryBytes: 0,
    onWorkerFailing: () => undefined,
  }
  output = createRtcOutput(options)
  const nameOf = (data: Uint8Array | undefined) => String.fromCharCode(data?.at(-1) ?? 0)
  output.watch({
    video: ({ payloads }) => got.push(nameOf(payloads.at(-1))),
    audio: ({ data }) => got.push(nameOf(data)),
    ended: () => got.push('ended'),
  })
})
afterEach(() => {
  output.end()
  vi.useRealTimers()
})

/** A frame whose last byte is the code of `name`. */
function frame(name: string, changes: Partial<LivePacket> = {}): LivePacket {
  const data = Uint8Array.of(0, 0, 0, 2, 0x65, name.charCodeAt(0))
  return { kind: 'video', dts: 0, cts: 0, isKey: true, data, ...changes }
}

const later = { isKey: false }
const audio = { kind: 'audio' } as const

describe('viewers of a WebRTC publisher', () => {
  it('get what it sent instead of the transcoded source, from a keyframe on', () => {
    output.packet('source', frame('a'))
    output.packet('sent', frame('b', later))
    output.packet('source', frame('c', later))
    output.packet('sent', frame('d'))
    output.packet('source', frame('e'))
    output.packet('sent', frame('f', audio))
    output.packet('sent', frame('g', later))
    expect(got).toEqual(['a', 'c', 'd', 'f', 'g'])
  })

  it('get the source again from its next keyframe on, once nothing is sent any more', () => {
    output.packet('sent', frame('a'))
    vi.advanceTimersByTime(499)
    output.packet('source', frame('b'))
    vi.advanceTimersByTime(1)
    output.packet('source', frame('c', later))
    output.packet('source', frame('d'))
    output.packet('source', frame('e', later))
    expect(got).toEqual(['a', 'd', 'e'])
  })
})

describe('what a publisher sent', () => {
  function sent() {
    const state = { nowTicks: 100 * LIVE_TICKS, isOnAir: true }
    const passed: LivePacket[] = []
    const realtime = {
      track: () => undefined,
      packet: (_: string, packet: LivePacket) => passed.push(packet),
    }
    const media = sentMedia(
      realtime,
      () => state.nowTicks,
      () => state.isOnAir,
    )
    const times = () => passed.map(({ dts }) => dts / LIVE_TICKS)
    return { state, media, times }
  }
  const at = (seconds: number) => frame('x', { dts: seconds * LIVE_TICKS })

  it('has the times of the session, and is anchored again after a jump', () => {
    const { state, media, times } = sent()
    media.packet(at(7))
    state.nowTicks += 0.1 * LIVE_TICKS
    media.packet(at(7.04))
    media.packet(at(7.2))
    media.packet(at(60))
    media.packet(at(60.04))
    expect(times()).toEqual([100, 100.04, 100.2, 100.1, 100.14])
  })

  it('has audio without gaps while its clock is corrected, and with those of the publisher', () => {
    const { media, times } = sent()
    // Packets of 20 ms.
    const audioAt = (seconds: number) =>
      frame('x', { kind: 'audio', dts: seconds * LIVE_TICKS, data: Uint8Array.of(31 << 3) })
    for (const seconds of [7, 7.0201, 7.0403, 7.0597, 7.38, 7.4]) media.packet(audioAt(seconds))
    expect(times()).toEqual([100, 100.02, 100.04, 100.06, 100.38, 100.4])
  })

  it('is passed on only while viewers see the publisher', () => {
    const { state, media, times } = sent()
    state.isOnAir = false
    media.packet(at(7))
    state.isOnAir = true
    media.packet(at(7.04))
    expect(times()).toEqual([100])
  })

  it('is not passed on if it has B-frames', () => {
    const { media, times } = sent()
    media.packet(at(7))
    media.packet(at(7.12))
    media.packet(at(7.04))
    media.packet(at(7.16))
    expect(times()).toEqual([100, 100.12])
  })
})
