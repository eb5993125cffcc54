import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flvTagReader } from '../flv/flv-file.ts'
import { createFlvSource } from '../flv/flv-source.ts'
import type { LivePacket, LiveTrack } from '../source.ts'
import type { Packaged } from './packaged.ts'
import { createPackager, type Packager, type PackagerOptions } from './packager.ts'

interface LiveClip {
  readonly tracks: readonly LiveTrack[]
  readonly packets: readonly LivePacket[]
}

/** Encodes a clip like the output of an encoder: H.264 at 30 frames per second, and AAC. */
function liveClip(
  given: { seconds?: number; size?: string; keyEvery?: number; bFrames?: number; audio?: boolean } = {},
): LiveClip {
  const { seconds = 6, size = '320x180', keyEvery = 60, bFrames = 0, audio = true } = given
  const audioInput = audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : []
  const args = [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=30`,
    ...audioInput,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    String(keyEvery),
    '-bf',
    String(bFrames),
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-t',
    String(seconds),
    '-f',
    'flv',
    '-',
  ]
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 25 })
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const source = createFlvSource({
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })
  for (const { kind, timestampMs, body } of flvTagReader(2 ** 20)(bytes)) source[kind](timestampMs, body)
  return { tracks, packets }
}

const clip = liveClip()
const settings = {
  reference: 'video',
  firstMsn: 0,
  continues: false,
  partS: 0.333,
  segmentS: 2,
  longestSegmentS: 2.4,
  epochMs: Date.parse('2026-11-23T12:00:00Z'),
}

function packaging(change: Partial<PackagerOptions> = {}) {
  const packaged: Packaged[] = []
  const packager = createPackager({ ...settings, ...change, emit: (each) => packaged.push(each) })
  return { packager, packaged }
}

/** Sends a clip, with times moved by `shiftS`. */
function send(packager: Packager, { tracks, packets }: LiveClip, shiftS = 0): void {
  for (const track of tracks) packager.track(track.kind, track)
  for (const packet of packets) packager.packet(packet.kind, { ...packet, dts: packet.dts + shiftS * 90_000 })
}

function of<T extends Packaged['type']>(packaged: readonly Packaged[], rendition: string, type: T) {
  return packaged.filter(
    (each): each is Extract<Packaged, { type: T }> => each.type === type && each.rendition === rendition,
  )
}

function segmentsOf(packaged: readonly Packaged[], rendition: string) {
  const ends = of(packaged, rendition, 'segment-ended')
  return of(packaged, rendition, 'segment-begun').map((begun, n) => ({
    ...begun,
    durationS: ends[n]?.durationS ?? 0,
    parts: of(packaged, rendition, 'part').filter(({ msn }) => msn === begun.msn),
  }))
}

/** Number of frames that ffmpeg decodes, and its warnings. */
function decode(packaged: readonly Packaged[], rendition: string): { frames: number; faults: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-packager-'))
  const bytes = [...of(packaged, rendition, 'init').slice(0, 1), ...of(packaged, rendition, 'part')].map(
    (each) => each.bytes,
  )
  const path = join(folder, 'joined.mp4')
  writeFileSync(path, Buffer.concat(bytes))
  try {
    const args = [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames',
      '-of',
      'csv=p=0',
      path,
    ]
    return { frames: Number(execFileSync('ffprobe', args, { encoding: 'utf8' })), faults: '' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a packager', () => {
  it('writes every frame, in segments that begin with keyframes', () => {
    const { packager, packaged } = packaging()
    send(packager, clip)
    packager.end()
    const segments = segmentsOf(packaged, 'video')
    const [{ startS: firstS = 0 } = {}] = segments
    expect(segments.map(({ msn }) => msn)).toEqual([0, 1, 2])
    for (const { msn, startS, durationS } of segments) {
      expect(startS - firstS).toBeCloseTo(msn * 2, 2)
      expect(durationS).toBeCloseTo(2, 2)
    }
    expect(segments.every(({ parts }) => parts[0]?.isIndependent)).toBe(true)
    expect(new Date(segments[1]?.programDateMs ?? 0).toISOString()).toMatch(/^2026-11-23T12:00:02\.0/)
    expect(decode(packaged, 'video')).toEqual({ frames: 180, faults: '' })
    const begin = clip.packets.find(({ kind }) => kind === 'video')?.dts ?? 0
    const audio = clip.packets.filter(({ kind, dts }) => kind === 'audio' && dts >= begin)
    expect(decode(packaged, 'audio').frames).toBe(audio.length)
  })

  it('keeps parts below the target, and all but the last of a segment close to it', () => {
    const { packager, packaged } = packaging()
    send(packager, clip)
    packager.end()
    for (const rendition of ['video', 'audio'])
      for (const { parts, durationS } of segmentsOf(packaged, rendition)) {
        expect(Math.max(...parts.map((part) => part.durationS))).toBeLessThanOrEqual(0.35)
        expect(Math.min(...parts.slice(0, -1).map((part) => part.durationS))).toBeGreaterThan(0.85 * 0.35)
        expect(parts.reduce((sum, part) => sum + part.durationS, 0)).toBeCloseTo(durationS, 6)
      }
  })

  it('cuts the other renditions at the times of the reference', () => {
    const { packager, packaged } = packaging()
    send(packager, clip)
    packager.end()
    const audio = segmentsOf(packaged, 'audio')
    expect(audio.map(({ msn }) => msn)).toEqual([0, 1, 2])
    for (const [n, { startS }] of segmentsOf(packaged, 'video').entries()) {
      const behindS = (audio[n]?.startS ?? 0) - startS
      expect(behindS).toBeGreaterThanOrEqual(0)
      expect(behindS).toBeLessThan(0.022)
    }
  })

  it('ends segments without a keyframe if the next one is too far away', () => {
    const { packager, packaged } = packaging()
    send(packager, liveClip({ keyEvery: 150, seconds: 8 }))
    packager.end()
    const segments = segmentsOf(packaged, 'video')
    expect(Math.max(...segments.map(({ durationS }) => durationS))).toBeLessThan(2.45)
    expect(segments.map(({ parts }) => parts[0]?.isIndependent)).toContain(false)
    expect(decode(packaged, 'video').frames).toBe(240)
  })

  it('begins a discontinuity with a new init segment when the source changes', () => {
    const { packager, packaged } = packaging()
    send(packager, clip)
    send(packager, liveClip({ size: '640x360', seconds: 4 }), 6)
    packager.end()
    const segments = segmentsOf(packaged, 'video')
    expect(segments.map(({ isDiscontinuous, init }) => [isDiscontinuous, init])).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 1],
      [false, 1],
    ])
    expect(of(packaged, 'video', 'init').map(({ facts }) => facts)).toMatchObject([
      { width: 320 },
      { width: 640 },
    ])
    expect(segmentsOf(packaged, 'audio').map(({ msn }) => msn)).toEqual([0, 1, 2, 3, 4])
    // Decodable with the first init segment, because keyframes repeat their parameter sets.
    expect(decode(packaged, 'video').frames).toBe(300)
  })

  it('continues without a discontinuity when the encoder of a lower rendition restarts', () => {
    const { packager, packaged } = packaging()
    const [track] = clip.tracks
    for (const each of clip.tracks) packager.track(each.kind, each)
    for (const [n, packet] of clip.packets.entries()) {
      packager.packet(packet.kind, packet)
      // The first frames, and those from the second keyframe on.
      if (packet.kind !== 'video' || track === undefined || (n > 40 && packet.dts < 180_000)) continue
      if (n === 0 || packet.isKey) packager.track('rung', track)
      packager.packet('rung', packet)
    }
    packager.end()
    const rung = segmentsOf(packaged, 'rung')
    expect(rung.map(({ msn, discontinuities, init }) => [msn, discontinuities, init])).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ])
    expect(rung.some(({ isDiscontinuous }) => isDiscontinuous)).toBe(false)
  })

  it('continues the numbers of an earlier packager after a discontinuity', () => {
    const { packager, packaged } = packaging({ firstMsn: 41, continues: true })
    // The earlier packager had at most 41 discontinuities.
    const first = { msn: 41, isDiscontinuous: true, discontinuities: 42 }
    send(packager, clip)
    expect(segmentsOf(packaged, 'video')[0]).toMatchObject(first)
    expect(segmentsOf(packaged, 'audio')[0]).toMatchObject(first)
  })

  it('fills missing audio with silence, so that the video continues', () => {
    const { packager, packaged } = packaging()
    const isMissing = (kind: string, dts: number) =>
      kind === 'audio' && dts > 1.5 * 90_000 && dts < 4.5 * 90_000
    send(packager, { ...clip, packets: clip.packets.filter(({ kind, dts }) => !isMissing(kind, dts)) })
    packager.end()
    const durationS = segmentsOf(packaged, 'audio').reduce((sum, each) => sum + each.durationS, 0)
    expect(durationS).toBeCloseTo(6, 1)
    expect(segmentsOf(packaged, 'audio').map(({ msn }) => msn)).toEqual([0, 1, 2])
  })

  it('waits for audio that always arrives 2 s later than its video', () => {
    const { packager, packaged } = packaging()
    const long = liveClip({ seconds: 12 })
    const arrival = ({ kind, dts }: LivePacket) => dts + (kind === 'audio' ? 2 * 90_000 : 0)
    const packets = long.packets.toSorted((a, b) => arrival(a) - arrival(b))
    send(packager, { tracks: long.tracks, packets })
    packager.end()
    const sizes = of(packaged, 'audio', 'part').map(({ bytes, frames }) => bytes.length / frames)
    // Silence has a few bytes per frame. After the first seconds there is none.
    expect(Math.min(...sizes.slice(12))).toBeGreaterThan(80)
    expect(sizes.length).toBeGreaterThan(30)
  })

  it('begins late audio with silence, so that all renditions have the same segments', () => {
    const { packager, packaged } = packaging()
    send(packager, {
      ...clip,
      packets: clip.packets.filter(({ kind, dts }) => kind === 'video' || dts > 3.1 * 90_000),
    })
    packager.end()
    expect(segmentsOf(packaged, 'audio').map(({ msn }) => msn)).toEqual([0, 1, 2])
    const [audio, video] = [segmentsOf(packaged, 'audio')[0], segmentsOf(packaged, 'video')[0]]
    expect((audio?.startS ?? 0) - (video?.startS ?? 0)).toBeLessThan(0.022)
  })

  it('follows the keyframes of video that begins after the audio', () => {
    const { packager, packaged } = packaging({ reference: 'audio' })
    const audioFirst = clip.packets.filter(({ kind, dts }) => kind === 'audio' || dts >= 2 * 90_000)
    const [audioTrack, videoTrack] = ['audio', 'video'].map((kind) =>
      clip.tracks.find((track) => track.kind === kind),
    )
    if (audioTrack) packager.track('audio', audioTrack)
    for (const packet of audioFirst.toSorted((a, b) => a.dts - b.dts)) {
      if (packet.kind === 'video' && packet.dts < 180_000 + 3000 && videoTrack) {
        packager.lead('video')
        packager.track('video', videoTrack)
      }
      packager.packet(packet.kind, packet)
    }
    packager.end()
    const video = segmentsOf(packaged, 'video')
    const audio = segmentsOf(packaged, 'audio')
    expect(video.map(({ msn, isDiscontinuous }) => [msn, isDiscontinuous])).toEqual([
      [2, true],
      [3, false],
    ])
    expect(video.every(({ parts }) => parts[0]?.isIndependent)).toBe(true)
    for (const { msn, startS, discontinuities } of video) {
      const own = audio.find((each) => each.msn === msn)
      expect(own?.startS).toBeCloseTo(startS, 1)
      expect(own?.discontinuities).toBe(discontinuities)
    }
  })

  it('keeps the first frames of audio whose video begins a moment later', () => {
    const { packager, packaged } = packaging({ reference: 'audio' })
    const [videoTrack, audioTrack] = clip.tracks.toSorted((a, b) => (a.kind < b.kind ? 1 : -1))
    if (audioTrack) packager.track('audio', audioTrack)
    const audio = clip.packets.filter(({ kind }) => kind === 'audio')
    for (const packet of audio.slice(0, 2)) packager.packet('audio', packet)
    packager.lead('video')
    if (videoTrack) packager.track('video', videoTrack)
    for (const packet of clip.packets)
      if (packet.kind === 'video' || audio.indexOf(packet) >= 2) packager.packet(packet.kind, packet)
    packager.end()
    expect(decode(packaged, 'video').frames).toBe(180)
    const begin = clip.packets.find(({ kind }) => kind === 'video')?.dts ?? 0
    expect(decode(packaged, 'audio').frames).toBe(audio.filter(({ dts }) => dts >= begin).length)
  })

  it('drops the oldest waiting frames of a rendition if the reference stalls', () => {
    const { packager, packaged } = packaging()
    const [audio] = clip.packets.filter(({ kind }) => kind === 'audio')
    for (let n = 0; n < 5000; n++) if (audio) packager.packet('audio', { ...audio, dts: n * 1920 })
    expect(packaged).toEqual([])
  })
})
