import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIVE_TICKS, type LivePacket, type LiveVideoTrack, pictureSizeOf } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { encodeVideo, type TestVideo } from '../test-video.ts'
import { type RenditionEvent, startRenditions } from './renditions.ts'

let ffmpeg: Ffmpeg
let cwd: string
/** Clips of 12 s: `sparse` has one keyframe at the start, `steady` one every second. */
let sparse: TestVideo
let steady: TestVideo

beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  cwd = await mkdtemp(join(tmpdir(), 'kinora-renditions-'))
  await ffmpeg.prepareFolder(cwd)
  sparse = await encodeClip(1000)
  steady = await encodeClip(25)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const encodeClip = (keyEvery: number) => encodeVideo('h264', `-g ${keyEvery} -bf 0`, { rate: 25 })

function rendering(lines: readonly number[]) {
  const sent = new Map<string, (LivePacket | LiveVideoTrack)[]>()
  const events: RenditionEvent[] = []
  const clock = { ms: 0 }
  const renditions = startRenditions({
    ffmpeg,
    cwd,
    log: createLog('silent'),
    memoryBytes: 2 * 1024 ** 3,
    encoding: { rungs: lines.map((each) => ({ lines: each, maxKbps: 300 })) },
    size: { width: 320, height: 180 },
    longestSegmentS: 2.4,
    nowMs: () => clock.ms,
    output(name) {
      const items = sent.get(name) ?? []
      sent.set(name, items)
      return {
        track: (track) => track.kind === 'video' && items.push(track),
        packet: (packet) => items.push(packet),
      }
    },
    onEvent: (event) => events.push(event),
  })
  const packetsOf = (name: string) => (sent.get(name) ?? []).flatMap((item) => ('dts' in item ? [item] : []))
  const tracksOf = (name: string) => (sent.get(name) ?? []).filter((item) => 'config' in item)
  return { renditions, events, clock, packetsOf, tracksOf }
}

const moved = (packets: readonly LivePacket[], seconds: number) =>
  packets.map((packet) => ({ ...packet, dts: packet.dts + seconds * LIVE_TICKS }))

const secondsOf = (packets: readonly LivePacket[]) => packets.map(({ dts }) => dts / LIVE_TICKS)

/** Whether the frames are continuous at 25 frames per second. */
const isContinuous = (packets: readonly LivePacket[]) =>
  secondsOf(packets).every((at, n, all) => n === 0 || Math.abs(at - (all[n - 1] ?? 0) - 0.04) < 0.003)

/** Stops or continues the ffmpegs of this test. */
async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const own: number[] = []
  for (const pid of pids) {
    const [folder, command] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    if (folder === cwd && command.includes('pipe:3')) own.push(pid)
  }
  for (const pid of own) process.kill(pid, name)
  return own.length
}

describe('the renditions of a live stream', () => {
  it('encode the top one without a gap if keyframes of the source are too far apart', async () => {
    const { renditions, events, packetsOf, tracksOf } = rendering([120])
    renditions.track(sparse.track)
    // The session had begun before.
    for (const packet of moved(sparse.packets, 10.14)) renditions.packet(packet)
    await renditions.end()
    expect(events).toEqual([{ type: 'top-encoded' }])
    const top = packetsOf('source')
    expect(top).toHaveLength(sparse.packets.length)
    expect(isContinuous(top)).toBe(true)
    const keys = secondsOf(top.filter(({ isKey }) => isKey))
    // The first frame that came too late, so that no segment begins without a keyframe, and every 2 s from then on.
    expect(keys.map((at) => Math.round((at - 10.14) * 100) / 100)).toEqual([0, 2.4, 4.4, 6.4, 8.4, 10.4])
    expect(tracksOf('source')).toHaveLength(2)
    const low = packetsOf('120p')
    expect(isContinuous(low)).toBe(true)
    expect(secondsOf(low.filter(({ isKey }) => isKey)).slice(1)).toEqual(keys.slice(1))
  })

  it('encode the top one if a keyframe comes later than the ones before, where a segment would begin without it', async () => {
    const { renditions, events, packetsOf } = rendering([])
    renditions.track(steady.track)
    for (const packet of steady.packets) {
      const atS = packet.dts / LIVE_TICKS
      renditions.packet({ ...packet, isKey: packet.isKey && (atS < 1.5 || atS > 3.5) })
    }
    await renditions.end()
    expect(events).toEqual([{ type: 'top-encoded' }])
    const keys = secondsOf(packetsOf('source').filter(({ isKey }) => isKey))
    expect(keys.slice(0, 4).map((at) => Math.round(at * 100) / 100)).toEqual([0, 1, 2.4, 4.4])
  })

  it('drop the highest rungs if the machine is too slow, but never the source', async () => {
    const { renditions, events, clock, packetsOf } = rendering([90, 120])
    renditions.track(steady.track)
    const frames = steady.packets.values()
    const play = (count: number, stepMs: number) => {
      for (let n = 0; n < count; n++) {
        const { value } = frames.next()
        clock.ms += stepMs
        if (value !== undefined) renditions.packet(value)
      }
    }
    play(30, 0)
    await expect.poll(() => packetsOf('90p').length).toBeGreaterThan(0)
    for (const left of ['120p', '90p']) {
      await expect.poll(() => signal('SIGSTOP')).toBe(1)
      clock.ms += 7000
      play(2, 0)
      play(70, 100)
      expect(events.at(-1)).toEqual({ type: 'left-out', name: left })
    }
    expect(events).toHaveLength(2)
    play(200, 0)
    await renditions.end()
    expect(isContinuous(packetsOf('source'))).toBe(true)
    expect(renditions.leftOut()).toEqual({ names: ['120p', '90p'], of: 2 })
    expect(renditions.droppedFrames()).toBeGreaterThan(0)
  })

  it('continue with the unmodified source without a gap if the encoded one does not begin in time', async () => {
    const { renditions, events, clock, packetsOf } = rendering([])
    renditions.track(sparse.track)
    const [early, late] = [sparse.packets.slice(0, 62), sparse.packets.slice(62)]
    for (const packet of early) renditions.packet(packet)
    await expect.poll(() => signal('SIGSTOP')).toBe(1)
    for (const packet of late) {
      clock.ms += 40
      renditions.packet(packet)
    }
    await renditions.end()
    expect(events).toEqual([{ type: 'top-encoded' }, { type: 'top-as-sent' }])
    expect(packetsOf('source')).toEqual(sparse.packets)
  })

  it('return to the unmodified source if the machine is too slow to encode the top rendition', async () => {
    const { renditions, events, clock, packetsOf } = rendering([])
    renditions.track(sparse.track)
    const [first] = sparse.packets
    for (const packet of sparse.packets.slice(0, 100)) renditions.packet(packet)
    await expect.poll(() => packetsOf('source').length).toBeGreaterThan(90)
    await expect.poll(() => signal('SIGSTOP')).toBe(1)
    for (const packet of sparse.packets.slice(100)) {
      clock.ms += 100
      renditions.packet(packet)
    }
    expect(events).toEqual([{ type: 'top-encoded' }, { type: 'top-as-sent' }])
    if (first) renditions.packet({ ...first, dts: 20 * LIVE_TICKS })
    await renditions.end()
    expect(packetsOf('source').at(-1)).toMatchObject({ dts: 20 * LIVE_TICKS, data: first?.data })
  })

  it('encode the top one from a first keyframe that is no IDR picture', async () => {
    const { renditions, events, packetsOf, tracksOf } = rendering([120])
    renditions.track(steady.track)
    for (const [n, packet] of steady.packets.slice(0, 50).entries())
      renditions.packet({ ...packet, isOpen: n === 0 })
    await renditions.end()
    expect(events).toEqual([{ type: 'open-gop-encoded' }])
    expect(tracksOf('source')).toHaveLength(1)
    for (const name of ['source', '120p']) expect(packetsOf(name)).toHaveLength(50)
  })

  it.each(['hevc', 'av1'] as const)('are all encoded from %s, with a keyframe every 2 s', async (codec) => {
    const { track, packets } = await encodeVideo(codec, '-g 75', { rate: 25, seconds: 6 })
    const { renditions, events, packetsOf, tracksOf } = rendering([120])
    renditions.track(track)
    for (const packet of moved(packets, 3)) renditions.packet(packet)
    await renditions.end()
    expect(events).toEqual([{ type: 'codec-encoded', codec }])
    for (const name of ['source', '120p']) {
      expect(packetsOf(name)).toHaveLength(packets.length)
      // The last frame in decoding order is missing in a transport stream.
      expect(isContinuous(packetsOf(name).slice(0, -8))).toBe(true)
      const keys = secondsOf(packetsOf(name).filter(({ isKey }) => isKey))
      const firstS = (packets[0]?.cts ?? 0) / LIVE_TICKS
      expect(keys.map((at) => Math.round((at - firstS) * 100) / 100)).toEqual([3, 5, 7])
      expect(tracksOf(name)).toMatchObject([{ codec: 'h264' }])
    }
    expect(tracksOf('source').map((each) => pictureSizeOf(each))).toEqual([{ width: 320, height: 180 }])
  })

  it('continue without a gap when the codec of the source changes', async () => {
    const words = '-g 25 -bf 0'
    const clips = [
      await encodeVideo('h264', words, { rate: 25, seconds: 2 }),
      await encodeVideo('hevc', `${words} -tune zerolatency`, { rate: 25, seconds: 2 }),
      await encodeVideo('h264', words, { rate: 25, seconds: 2 }),
      await encodeVideo('av1', words, { rate: 25, seconds: 2 }),
    ]
    const { renditions, events, packetsOf } = rendering([120])
    let frames = 0
    for (const { track, packets } of clips) {
      renditions.track(track)
      for (const packet of moved(packets, frames / 25)) renditions.packet(packet)
      frames += packets.length
    }
    await renditions.end()
    expect(events).toEqual([{ type: 'codec-encoded', codec: 'hevc' }])
    for (const name of ['source', '120p']) {
      expect(packetsOf(name)).toHaveLength(frames)
      expect(isContinuous(packetsOf(name))).toBe(true)
      // Each codec begins with a keyframe.
      expect(packetsOf(name).filter(({ isKey }) => isKey).length).toBeGreaterThanOrEqual(4)
    }
  })

  it('continue at once when the codec changes amid reordered frames', async () => {
    const { track, packets } = await encodeVideo('hevc', '-g 25', { rate: 25, seconds: 3 })
    const delay = packets[0]?.cts ?? 0
    // As the bridge sends them.
    const sent = packets.map((packet) => ({ ...packet, cts: packet.cts - delay }))
    const ahead = sent.findIndex(({ cts }, n) => n > 30 && cts > LIVE_TICKS / 25)
    const { renditions, packetsOf } = rendering([120])
    renditions.track(track)
    for (const packet of sent.slice(0, ahead + 1)) renditions.packet(packet)
    renditions.track(steady.track)
    for (const packet of moved(steady.packets.slice(0, 60), (ahead + 1) / 25)) renditions.packet(packet)
    await renditions.end()
    for (const name of ['source', '120p']) {
      const times = secondsOf(packetsOf(name))
      const steps = times.slice(1).map((at, n) => at - (times[n] ?? 0))
      expect(Math.min(...steps)).toBeGreaterThan(0)
      expect(Math.max(...steps)).toBeLessThan(0.3)
    }
  })

  it('are none, and say so, if the source cannot be decoded', async () => {
    const { track, packets } = await encodeVideo('hevc', '-g 25', { rate: 25, seconds: 9 })
    const { renditions, events, clock, packetsOf } = rendering([120])
    renditions.track({ ...track, codec: 'av1' })
    for (const packet of packets) {
      clock.ms += 60
      renditions.packet(packet)
    }
    await renditions.end()
    expect(events).toEqual([
      { type: 'codec-encoded', codec: 'av1' },
      { type: 'not-encoded', codec: 'av1' },
    ])
    expect(packetsOf('source')).toEqual([])
  })

  it('drop the lower ones of a source that only they can show, but never the top one', async () => {
    const { track, packets } = await encodeVideo('hevc', '-g 25 -tune zerolatency', { rate: 25 })
    const { renditions, events, clock, packetsOf } = rendering([90])
    renditions.track(track)
    const frames = packets.values()
    const play = (count: number, stepMs: number) => {
      for (const packet of frames.take(count)) {
        clock.ms += stepMs
        renditions.packet(packet)
      }
    }
    play(30, 0)
    for (const name of ['source', '90p']) await expect.poll(() => packetsOf(name).length).toBeGreaterThan(0)
    await expect.poll(() => signal('SIGSTOP')).toBe(1)
    clock.ms += 7000
    play(2, 0)
    play(70, 100)
    play(150, 0)
    await renditions.end()
    expect(events).toEqual([
      { type: 'codec-encoded', codec: 'hevc' },
      { type: 'left-out', name: '90p' },
    ])
    expect(packetsOf('source').at(-1)?.dts).toBeGreaterThan(9 * LIVE_TICKS)
  })
})
