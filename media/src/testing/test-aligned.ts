import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { codecsOf } from '../index.ts'
import type { Rendition, Transcoded } from './test-transcode.ts'
import { ffprobe } from './test-transcode.ts'

/** Checks every rule that players rely on, on the bytes. */
export async function expectAligned({ dir, plan, source, renditions }: Transcoded) {
  if (plan.mode === 'audio-only') return
  const first = renditionOf(renditions, plan.first.name)
  for (const rung of [plan.first, ...plan.rest]) {
    const rendition = renditionOf(renditions, rung.name)
    const { segments, track } = rendition
    expectGapFree(rendition)
    expect(segments.every(({ startsWithKeyframe }) => startsWithKeyframe)).toBe(true)
    expect(segments.length).toBe(first.segments.length)
    for (const [n, { startS, decodeS }] of segments.entries()) {
      expect(Math.abs(decodeS - startS)).toBeLessThan(0.001)
      expect(Math.abs(startS - (first.segments[n]?.startS ?? 0))).toBeLessThan(0.001)
    }
    const probed = await ffprobeStream(join(dir, rung.name))
    expect(`${probed.width}x${probed.height}`).toBe(`${rung.width}x${rung.height}`)
    expect(track.codec).toBe(`avc1.${h264Codec(probed)}`)
  }
  const endS = first.segments.at(-1)?.endS ?? 0
  expect(Math.abs(endS - source.durationS)).toBeLessThan(0.12)
  // Encoded video begins at time zero with copies of its first frame. Repackaged video cannot.
  const lateS = plan.mode === 'passthrough' ? (source.video?.startTimeS ?? 0) - source.startTimeS : 0
  expect(Math.abs((first.segments[0]?.startS ?? 0) - lateS)).toBeLessThan(0.001)
}

export async function expectAudio({ plan, source, renditions }: Transcoded) {
  for (const track of plan.audio) {
    const rendition = renditionOf(renditions, track.name)
    expectGapFree(rendition)
    expect(codecsOf(await readFile(join(rendition.dir, 'init.mp4')))).toBe('mp4a.40.2')
    expect(rendition.segments[0]?.startS ?? 0).toBeLessThan(0.001)
    const probed = await ffprobeStream(rendition.dir)
    expect(probed.channels).toBe(track.channels)
    expect(rendition.segments.at(-1)?.endS ?? 0).toBeLessThan(source.durationS + 0.15)
  }
}

function expectGapFree({ segments }: Rendition) {
  for (const [n, { decodeS }] of segments.entries()) {
    const before = segments[n - 1]
    if (before) expect(Math.abs(decodeS - before.endS)).toBeLessThan(0.001)
  }
  expect(segments[0]?.decodeS).toBeLessThan(0.15)
}

export function renditionOf(renditions: Map<string, Rendition>, name: string): Rendition {
  const rendition = renditions.get(name)
  if (!rendition) throw new Error(`no rendition ${name}`)
  return rendition
}

interface ProbedStream {
  width?: number
  height?: number
  channels?: number
  profile: string
  level?: number
}

async function ffprobeStream(dir: string): Promise<ProbedStream> {
  const answer = await ffprobe(['-v', 'error', '-of', 'json', '-show_streams', 'index.m3u8'], dir)
  return JSON.parse(answer).streams[0]
}

/** profile_idc and level_idc from ffprobe. The constraint byte between them is not part of its output. */
function h264Codec({ profile, level }: ProbedStream): string {
  const profiles: Record<string, string> = { High: '6400', Main: '4d40', 'Constrained Baseline': '42c0' }
  return `${profiles[profile]}${(level ?? 0).toString(16).padStart(2, '0')}`
}
