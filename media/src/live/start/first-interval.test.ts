import { describe, expect, it } from 'vitest'
import { LIVE_TICKS, type LivePacket, type LiveTrack } from '../source.ts'
import { holdFirstInterval } from './first-interval.ts'

const video: LiveTrack = { kind: 'video', codec: 'h264', config: new Uint8Array() }
const audio: LiveTrack = { kind: 'audio', codec: 'aac', config: new Uint8Array() }

const frame = (seconds: number, isKey: boolean, kind: LivePacket['kind'] = 'video'): LivePacket => ({
  kind,
  dts: seconds * LIVE_TICKS,
  cts: 0,
  isKey,
  data: new Uint8Array(1),
})

/** Sends 25 frames per second for 12 s, with a keyframe every `keyS` seconds. */
function run(keyS: number, tracks: readonly LiveTrack[] = [audio, video]) {
  const log: string[] = []
  const sink = holdFirstInterval(
    4.4,
    {
      track: ({ kind }) => log.push(kind),
      packet: ({ dts }) => log.push((dts / LIVE_TICKS).toFixed(2)),
    },
    (intervalS) => log.push(`known ${intervalS?.toFixed(2)}`),
  )
  for (const track of tracks) sink.track(track)
  for (let n = 0; n < 300; n += 1) {
    if (tracks.includes(audio)) sink.packet(frame(n / 25, true, 'audio'))
    if (tracks.includes(video)) sink.packet(frame(n / 25, n % Math.round(keyS * 25) === 0))
    if (log.length > 0 && !log.some((line) => line.startsWith('seen'))) log.push(`seen ${n / 25}`)
  }
  return log
}

describe('the first interval of keyframes', () => {
  it('is known at the second keyframe, and nothing is lost or moved', () => {
    const log = run(3)
    expect(log.slice(0, 5)).toEqual(['known 3.00', 'audio', 'video', '0.00', '0.00'])
    expect(log).toContain('seen 3')
    expect(log.filter((line) => /^\d/.test(line))).toHaveLength(600)
  })

  it('is not awaited longer than the longest segment', () => {
    expect(run(10)[0]).toBe('known undefined')
    expect(run(10)).toContain('seen 4.44')
  })

  it('is not awaited without video', () => {
    expect(run(3, [audio]).slice(0, 3)).toEqual(['known undefined', 'audio', '0.00'])
  })

  it('is not awaited for a codec that is encoded, or for keyframes that are no IDR pictures', () => {
    expect(run(3, [{ ...video, codec: 'hevc' }]).slice(0, 2)).toEqual(['known undefined', 'video'])
    const log: string[] = []
    const sink = holdFirstInterval(4.4, { track() {}, packet: () => log.push('frame') }, (known) =>
      log.push(String(known)),
    )
    sink.track(video)
    sink.packet({ ...frame(0, true), isOpen: true })
    expect(log).toEqual(['null', 'frame'])
  })
})
