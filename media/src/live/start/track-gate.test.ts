import { describe, expect, it } from 'vitest'
import { LIVE_TICKS, type LiveTrack } from '../source.ts'
import { gateTracks } from './track-gate.ts'

const audio: LiveTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(1) }
const video: LiveTrack = { kind: 'video', codec: 'h264', config: Uint8Array.of(2) }

function gating() {
  const sent: string[] = []
  const gate = gateTracks({
    track: ({ kind, config }) => sent.push(`${kind} ${config.join()}`),
    packet: ({ kind, dts }) => sent.push(`${kind} at ${dts / LIVE_TICKS}`),
    cue: () => undefined,
    end: () => undefined,
  })
  const packet = (kind: LiveTrack['kind'], atS: number, isKey = kind === 'audio') =>
    gate.packet({ kind, dts: atS * LIVE_TICKS, cts: 0, isKey, data: Uint8Array.of(1) })
  return { gate, sent, packet }
}

describe('audio before the first keyframe', () => {
  it('follows the video', () => {
    const { gate, sent, packet } = gating()
    gate.track(audio)
    packet('audio', 0)
    packet('audio', 1)
    gate.track(video)
    packet('video', 1.5)
    packet('video', 1.9, true)
    packet('audio', 2)
    expect(sent).toEqual(['video 2', 'video at 1.9', 'audio 1', 'audio at 0', 'audio at 1', 'audio at 2'])
  })

  it.each([
    ['6 s if nothing says whether video comes', undefined, 6],
    ['12 s if video has been announced', true, 12],
    ['not if the source has no video', false, 0],
  ])('waits %s', (_name, isExpected, longestS) => {
    const { gate, sent, packet } = gating()
    if (isExpected !== undefined) gate.expectVideo(isExpected)
    gate.track(audio)
    for (let atS = 0; atS < longestS; atS += 0.5) packet('audio', atS)
    expect(sent).toEqual([])
    packet('audio', longestS)
    expect(sent).toHaveLength(2 + 2 * longestS)
  })

  it('does not wait for ever if its times stand still', () => {
    const { gate, sent } = gating()
    gate.expectVideo(true)
    gate.track(audio)
    const data = new Uint8Array(8192)
    for (let n = 0; n < 600; n++) gate.packet({ kind: 'audio', dts: 0, cts: 0, isKey: true, data })
    expect(sent).toHaveLength(601)
  })

  it('waits for the first keyframe of a source that is joined between keyframes', () => {
    const { gate, sent, packet } = gating()
    gate.track(video)
    gate.track(audio)
    for (let atS = 0; atS < 9; atS += 0.5) {
      packet('video', atS)
      packet('audio', atS)
    }
    expect(sent).toEqual([])
    packet('video', 9, true)
    expect(sent.slice(0, 3)).toEqual(['video 2', 'video at 9', 'audio 1'])
  })
})

it('a changed configuration applies from its first keyframe on', () => {
  const { gate, sent, packet } = gating()
  gate.track(video)
  packet('video', 0, true)
  gate.track({ ...video, config: Uint8Array.of(3) })
  packet('video', 1)
  packet('video', 2, true)
  gate.track({ ...video, config: Uint8Array.of(3) })
  packet('video', 3)
  expect(sent).toEqual(['video 2', 'video at 0', 'video 3', 'video at 2', 'video at 3'])
})
