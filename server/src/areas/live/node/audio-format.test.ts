import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createFlvSource,
  flvTagReader,
  LIVE_TICKS,
  type LiveAudioTrack,
  type LivePacket,
  type LiveTrack,
  OPUS_PACKET_SAMPLES,
  oggOpusReader,
  opusHead,
} from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { keepAudioFormat } from './audio-format.ts'

let ffmpeg: Ffmpeg
let cwd: string

beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  cwd = await mkdtemp(join(tmpdir(), 'kinora-audio-format-'))
  await ffmpeg.prepareFolder(cwd)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** Three seconds of a tone as AAC. */
function tone(sampleRate: number, channels: number) {
  const input = `sine=frequency=440:sample_rate=${sampleRate}`
  const args = ['-v', 'error', '-f', 'lavfi', '-i', input, '-t', '3', '-ac', String(channels), '-c:a', 'aac']
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const flv = createFlvSource({
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })
  flv.expectVideo(false)
  const bytes = execFileSync('ffmpeg', args.concat('-f', 'flv', '-'))
  for (const { kind, timestampMs, body } of flvTagReader(2 ** 20)(bytes)) flv[kind](timestampMs, body)
  return { track: tracks[0] as LiveAudioTrack, packets }
}

function keeping() {
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const output = {
    track: (each: LiveTrack) => tracks.push(each),
    packet: (each: LivePacket) => packets.push(each),
  }
  const format = keepAudioFormat({
    ffmpeg,
    onWorkerFailing: () => undefined,
    log: createLog('silent'),
    cwd,
    memoryBytes: 2 * 1024 ** 3,
    output,
  })
  return { format, tracks, packets }
}

const secondsOf = (packets: readonly LivePacket[]) => packets.map(({ dts }) => dts / LIVE_TICKS)
const moved = (packet: LivePacket, byS: number) => ({ ...packet, dts: packet.dts + byS * LIVE_TICKS })

describe('the audio of a live session', () => {
  it('keeps its format when the encoder changes its own, and loses nothing', async () => {
    const { format, tracks, packets } = keeping()
    const [first, second] = [tone(44_100, 2), tone(48_000, 1)]
    format.track(first.track)
    for (const packet of first.packets) format.packet(packet)
    expect(packets).toEqual(first.packets)
    format.track(second.track)
    for (const packet of second.packets) format.packet(moved(packet, 3))
    format.track(first.track)
    await expect.poll(() => secondsOf(packets).at(-1)).toBeGreaterThan(5.9)
    for (const packet of first.packets) format.packet(moved(packet, 6))
    expect(tracks).toEqual([first.track])
    const longestStep = () => {
      const times = secondsOf(packets).toSorted((a, b) => a - b)
      return Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))
    }
    // One frame of 1,024 samples after the other. The last ones of a format may come after the first of the next.
    await expect.poll(longestStep).toBeLessThan(0.03)
    // Silence has a few bytes per frame. Each of the three tones begins with a silent frame or two.
    expect(packets.filter(({ data }) => data.length < 20).length).toBeLessThan(7)
  })

  it('is AAC if the encoder sends Opus', async () => {
    const { format, tracks, packets } = keeping()
    const args =
      '-v error -f lavfi -i sine=440 -t 3 -ac 2 -c:a libopus -frame_duration 20 -page_duration 20000'
    const ogg = execFileSync('ffmpeg', args.split(' ').concat('-f', 'ogg', '-'))
    format.track({ kind: 'audio', codec: 'opus', config: opusHead() })
    for (const { time, data } of oggOpusReader(OPUS_PACKET_SAMPLES)(ogg))
      format.packet({ kind: 'audio', dts: time, cts: 0, isKey: true, data })
    expect(tracks).toEqual([{ kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) }])
    await format.close()
    expect(secondsOf(packets).at(-1)).toBeGreaterThan(2.8)
  })
})
