import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeScte35 } from '../../scte35/codec.ts'
import type { SpliceCommand, SpliceDescriptor } from '../../scte35/section.ts'
import { bFrames, testVideo, tone } from '../../testing/test-clips.ts'
import { ffmpeg, ffprobe, makeClip } from '../../testing/test-transcode.ts'
import type { BadSourceCue, LivePacket, LiveSink, LiveTrack, SourceCue } from '../source.ts'
import { TS_PACKET_BYTES } from './packets.ts'
import { withCues } from './test-cues.ts'
import { createTsSource } from './ts-source.ts'

const input = `${testVideo('320x180', 25, 3)} ${tone(3)}`
const h264 = `${bFrames} -g 25`
const hevc = '-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=25 -pix_fmt yuv420p10le'
const aac = '-c:a aac -ac 2'

describe('a transport stream', () => {
  it.each([
    { codec: 'h264', encode: `${h264} ${aac}`, box: 'avcC' },
    { codec: 'h264', encode: `${h264} -profile:v baseline -bf 0 ${aac} -ar 44100`, box: 'avcC' },
    { codec: 'hevc', encode: `${hevc} ${aac}`, box: 'hvcC' },
  ])('becomes the tracks and packets that are in it: $codec, $encode', async ({ codec, encode, box }) => {
    const { path, bytes } = await makeStream(encode)
    const { tracks, video, audio } = demux([bytes])
    expect(tracks.map((track) => track.codec).toSorted()).toEqual(['aac', codec].toSorted())
    expect(video.filter(({ isKey }) => isKey)).toHaveLength(3)
    expect(video[0]?.isKey).toBe(true)
    // Nothing marks the end of the last frame.
    expect(video).toHaveLength(74)
    const expected = await probedTimes(path, 'v')
    expect(video.map(({ dts, cts }) => [dts, dts + cts])).toEqual(expected.slice(0, video.length))
    const audioTimes = await probedTimes(path, 'a')
    expect(audio).toHaveLength(audioTimes.length)
    for (const [n, { dts }] of audio.entries())
      expect(Math.abs(dts - (audioTimes[n]?.[0] ?? 0))).toBeLessThan(3)
    // With B-frames the last frame of the stream is not the last one shown.
    const hashes = await decoded(path, tracks, video, codec)
    expect(hashes.slice(0, 70)).toEqual((await frameHashes(path)).slice(0, 70))
    const configOf = (kind: string) => Buffer.from(tracks.find((track) => track.kind === kind)?.config ?? [])
    expect(comparable(configOf('video'))).toEqual(comparable(await mp4Box(path, box)))
    expect(configOf('audio')).toEqual(configInEsds(await mp4Box(path, 'esds')))
  })

  it('is the same with chunks of any size', async () => {
    const { bytes } = await makeStream(`${h264} ${aac}`)
    const pieces: Uint8Array[] = []
    for (let at = 0, n = 1; at < bytes.length; at += n, n = (n * 7) % 1009)
      pieces.push(bytes.subarray(at, at + n))
    expect(demux(pieces)).toEqual(demux([bytes]))
    expect(demux([Buffer.from('garbage \x47 before'), bytes]).video).toEqual(demux([bytes]).video)
  })

  it('has continuous times where 33 bits wrap', async () => {
    const offsetS = 2 ** 33 / 90_000 - 1.5
    const { bytes } = await makeStream(
      `${h264} ${aac} -output_ts_offset ${offsetS} -muxdelay 0 -muxpreload 0`,
    )
    const { video, audio } = demux([bytes])
    const steps = (packets: readonly LivePacket[]) =>
      packets.slice(1).map(({ dts }, n) => dts - (packets[n]?.dts ?? 0))
    expect(video.at(-1)?.dts).toBeGreaterThan(2 ** 33)
    expect(new Set(steps(video))).toEqual(new Set([3600]))
    expect(new Set(steps(audio))).toEqual(new Set([1920]))
    expect(video.every(({ cts }) => cts >= 0 && cts < 90_000)).toBe(true)
  })

  it('continues after losses', async () => {
    const { bytes } = await makeStream(`${h264} ${aac}`)
    const packets = Array.from({ length: bytes.length / TS_PACKET_BYTES }, (_, n) =>
      bytes.subarray(n * TS_PACKET_BYTES, (n + 1) * TS_PACKET_BYTES),
    )
    const kept = packets.filter((_, n) => n < 20 || n % 50 !== 0)
    const { tracks, video, audio } = demux(kept)
    expect(tracks.map(({ codec }) => codec).toSorted()).toEqual(['aac', 'h264'])
    expect(video.length).toBeGreaterThan(30)
    expect(video.length).toBeLessThan(74)
    expect(audio.length).toBeGreaterThan(80)
    const whole = new Map(demux([bytes]).video.map((packet) => [packet.dts, packet]))
    expect(
      video.every((packet) =>
        Buffer.from(packet.data).equals(whole.get(packet.dts)?.data ?? Buffer.alloc(0)),
      ),
    ).toBe(true)
  })

  it('can be corrupted anywhere without an error', async () => {
    const { bytes } = await makeStream(`${h264} ${aac}`)
    let state = 1
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let round = 0; round < 30; round++) {
      const broken = Uint8Array.from(bytes)
      for (let n = 0; n < 3000; n++) broken[random(broken.length)] = random(256)
      const { video, audio } = demux([broken, bytes])
      expect(video.length).toBeGreaterThan(70)
      expect(audio.length).toBeGreaterThan(130)
    }
  })

  it('names codecs that are not supported', async () => {
    const { bytes } = await makeStream(`${h264} -c:a mp2`)
    const reason = 'codec-not-supported'
    expect(demux([bytes]).result).toEqual({ reason, detail: 'MPEG audio' })
    const { bytes: mpeg2 } = await makeStream(`-c:v mpeg2video ${aac}`)
    expect(demux([mpeg2]).result).toEqual({ reason, detail: 'MPEG-2 video' })
    expect(demux([(await makeStream(`${h264} -an`)).bytes]).result).toBe('taken')
    // The encoder was mended.
    expect(demux([bytes, (await makeStream(`${h264} ${aac}`)).bytes]).result).toBe('taken')
  })
})

describe('cues in a transport stream', () => {
  it('have video times, even where 33 bits wrap', async () => {
    const offsetS = 2 ** 33 / 90_000 - 1.5
    const { bytes } = await makeStream(
      `${h264} ${aac} -output_ts_offset ${offsetS} -muxdelay 0 -muxpreload 0`,
    )
    const key = demux([bytes]).video[25]
    const at = (key?.dts ?? 0) + (key?.cts ?? 0)
    const time = (at + 10 * 90_000) % 2 ** 33
    // The section is longer than two packets.
    const out = section(
      {
        type: 'splice_insert',
        eventId: 7,
        outOfNetwork: true,
        isEventIdCompliant: true,
        splice: { mode: 'program', pts: (time + 2 ** 33 - 5000) % 2 ** 33 },
        uniqueProgramId: 1,
        breakDuration: { autoReturn: true, ticks: 30 * 90_000 },
        availNum: 0,
        availsExpected: 0,
      },
      5000,
      [{ type: 'unknown', tag: 200, bytes: new Uint8Array(250).fill(7) }],
    )
    const end = section({ type: 'time_signal', pts: time }, 0, [segment(0x35), segment(0x30), segment(0x10)])
    const now = section({ type: 'time_signal', pts: null }, 0, [segment(0x23)])
    const canceled = section({ type: 'splice_insert_cancel', eventId: 9 }, 0, [])
    const canceledSegment = section({ type: 'time_signal', pts: time }, 0, [
      { type: 'segmentation_cancel', eventId: 9, isEventIdCompliant: true },
    ])
    const heartbeat = section({ type: 'splice_null' }, 0, [])
    const { cues, video } = demux([withCues(bytes, [heartbeat, out, end, now, canceled, canceledSegment])])
    expect(cues).toEqual([
      cue('out', '7', at + 10 * 90_000, 30, out),
      { ...cue('in', '9', at + 10 * 90_000, null, end), scope: 'opportunity' },
      { ...cue('out', '9', at + 10 * 90_000, null, end), scope: 'ad' },
      cue('other', '9', at + 10 * 90_000, null, end),
      { ...cue('in', '9', null, null, now), scope: 'break' },
      cue('cancel', '9', null, null, canceled),
      cue('cancel', '9', null, null, canceledSegment),
    ])
    expect(video).toEqual(demux([bytes]).video)
  })

  it('do not disturb the video when they are broken', async () => {
    const { bytes } = await makeStream(`${h264} ${aac}`)
    const whole = section({ type: 'time_signal', pts: 1 }, 0, [segment(0x34)])
    const sections = [whole.with(20, 9), whole.with(0, 0x47), Uint8Array.of(0xfc, 0x30, 0), whole]
    const { cues, video, audio } = demux([withCues(bytes, sections)])
    expect(cues.map((each) => (each.kind === 'cue' ? each.what : each.reason))).toEqual([
      'checksum',
      'table',
      'checksum',
      'out',
    ])
    expect({ video, audio }).toEqual({ video: demux([bytes]).video, audio: demux([bytes]).audio })
  })
})

function section(
  command: SpliceCommand,
  ptsAdjustment: number,
  descriptors: readonly SpliceDescriptor[],
): Uint8Array {
  return encodeScte35({
    isEncrypted: false,
    sapType: 3,
    ptsAdjustment,
    cwIndex: 0,
    tier: 0xfff,
    command,
    descriptors,
    hasNoCommandLength: false,
    stuffing: new Uint8Array(0),
  })
}

function segment(typeId: number): SpliceDescriptor {
  return {
    type: 'segmentation_descriptor',
    eventId: 9,
    isEventIdCompliant: true,
    components: null,
    restrictions: null,
    durationTicks: null,
    upidType: 0,
    upid: new Uint8Array(0),
    typeId,
    segmentNum: 0,
    segmentsExpected: 0,
    subSegment: null,
  }
}

function cue(
  what: SourceCue['what'],
  eventId: string,
  ptsTicks: number | null,
  durationS: number | null,
  raw: Uint8Array,
): SourceCue {
  return { kind: 'cue', what, eventId, ptsTicks, durationS, raw, origin: 'scte35' }
}

async function makeStream(encode: string): Promise<{ path: string; bytes: Uint8Array }> {
  const { path } = await makeClip('stream.ts', `${input} ${encode} -f mpegts`)
  return { path, bytes: await readFile(path) }
}

function demux(pieces: readonly Uint8Array[]) {
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const cues: (SourceCue | BadSourceCue)[] = []
  const sink: LiveSink = {
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: (cue) => cues.push(cue),
    end: () => undefined,
  }
  const source = createTsSource(sink)
  const results = pieces.map((piece) => source.push(piece))
  const ofKind = (kind: string) => packets.filter((packet) => packet.kind === kind)
  return { tracks, cues, video: ofKind('video'), audio: ofKind('audio'), result: results.at(-1) }
}

/** Decode and presentation times of the packets of a kind. */
async function probedTimes(path: string, kind: 'v' | 'a'): Promise<number[][]> {
  const entries = ['-select_streams', kind, '-show_entries', 'packet=dts,pts', '-of', 'json']
  const { packets } = JSON.parse(await ffprobe(['-v', 'error', ...entries, path], '/'))
  return packets.map(({ dts, pts }: { dts: number; pts: number }) => [dts, pts])
}

/** Writes the packets as a byte stream. Returns the frames that ffmpeg decodes from it. */
async function decoded(
  path: string,
  tracks: LiveTrack[],
  video: LivePacket[],
  codec: string,
): Promise<string[]> {
  const config = Buffer.from(tracks.find(({ kind }) => kind === 'video')?.config ?? [])
  const units = [...setsIn(config, codec), ...video.flatMap(({ data }) => unitsIn(Buffer.from(data)))]
  const file = `${path}.${codec}`
  await writeFile(file, Buffer.concat(units.flatMap((unit) => [Buffer.from([0, 0, 0, 1]), unit])))
  return frameHashes(file)
}

async function frameHashes(path: string): Promise<string[]> {
  const output = `${path}.md5`
  await ffmpeg(['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-y', output], dirname(path))
  const lines = (await readFile(output, 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.split(',').at(-1) ?? '')
}

function unitsIn(data: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at))
    units.push(data.subarray(at + 4, at + 4 + data.readUInt32BE(at)))
  return units
}

function setsIn(config: Buffer, codec: string): Buffer[] {
  const sets: Buffer[] = []
  let at = codec === 'h264' ? 5 : 22
  const take = (count: number) => {
    for (let n = 0; n < count; n++) {
      const length = config.readUInt16BE(at)
      sets.push(config.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  if (codec === 'h264') {
    for (const mask of [0x1f, 0xff]) take((config[at++] ?? 0) & mask)
    return sets
  }
  const lists = config[at++] ?? 0
  for (let n = 0; n < lists; n++) {
    at += 3
    take(config.readUInt16BE(at - 2))
  }
  return sets
}

/** Payload of a box in the MP4 file that ffmpeg writes from the stream. */
async function mp4Box(path: string, type: string): Promise<Buffer> {
  const file = `${path}.mp4`
  await ffmpeg(['-v', 'error', '-i', path, '-c', 'copy', '-f', 'mp4', '-y', file], dirname(path))
  const bytes = await readFile(file)
  const at = bytes.indexOf(type)
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}

/** Comparable fields of a configuration: all of avcC, and the fields of hvcC that come from the parameter sets. ffmpeg
 * fills the others with values that may stay unknown. */
function comparable(config: Buffer): unknown {
  const isAvc = (config[4] ?? 0) === 0xff
  if (isAvc) return config.toString('hex')
  return [config.subarray(0, 13), config.subarray(16, 19), config.subarray(21, 22)].map((part) =>
    part.toString('hex'),
  )
}

/** AudioSpecificConfig in an esds box, after tag 5 and its 4-byte length, without the sync extension of ffmpeg. */
function configInEsds(esds: Buffer): Buffer {
  const at = esds.indexOf(Buffer.from([5, 0x80, 0x80, 0x80]))
  return esds.subarray(at + 5, at + 7)
}
