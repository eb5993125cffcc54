import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Encoding, Fragment, InitTrack, Input, MediaPlaylist, Overlay, Plan, Source } from '../index.ts'
import {
  allPacketArgs,
  canFollowSegments,
  firstArgs,
  keyframeSampleOf,
  ladderArgs,
  packetsOf,
  parseAllPackets,
  parseFragments,
  parseInit,
  parseMediaPlaylist,
  parseProbe,
  planLadder,
  probeArgs,
  RENDITION,
  SNIFF_BYTES,
  STANDARD_ENCODING,
  segmentStarts,
  sniff,
  withMeasuredEnd,
} from '../index.ts'

/** A rendition encoded by ffmpeg, with times in seconds. */
export interface Rendition {
  dir: string
  playlist: MediaPlaylist
  track: InitTrack
  segments: TimedSegment[]
}

export interface TimedSegment {
  decodeS: number
  startS: number
  endS: number
  startsWithKeyframe: boolean
}

export interface Transcoded {
  dir: string
  input: Input
  source: Source
  plan: Plan
  renditions: Map<string, Rendition>
}

/** Filters of the ffmpeg that runs the tests. Debian's has both. */
export const filters: ReadonlySet<string> = new Set(['zscale', 'tonemap'])

const exec = promisify(execFile)

const scratch = mkdtempSync(join(tmpdir(), 'kinora-media-test-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

export async function ffmpeg(args: string[], cwd: string): Promise<string> {
  const { stderr } = await exec('ffmpeg', args, { cwd })
  return stderr
}

/** The encoders that ffmpeg lists. */
export async function encoderList(): Promise<string> {
  const { stdout } = await exec('ffmpeg', ['-v', 'error', '-encoders'])
  return stdout
}

export async function ffprobe(args: string[], cwd: string): Promise<string> {
  const { stdout } = await exec('ffprobe', args, { cwd, maxBuffer: 16_000_000 })
  return stdout
}

/** Generates a clip with `args` (without an output name) in its own directory. */
export async function makeClip(name: string, args: string): Promise<Input> {
  const dir = await mkdtemp(join(scratch, 'clip-'))
  await ffmpeg(['-v', 'error', ...args.split(' '), '-y', name], dir)
  return sniffed(join(dir, name))
}

export async function sniffed(path: string): Promise<Input> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  await file.close()
  const known = sniff(buffer.subarray(0, bytesRead))
  if (!known) throw new Error(`${path} was not recognized`)
  return { path, demuxer: known.demuxer }
}

export async function probe(input: Input): Promise<Source> {
  return parseProbe(JSON.parse(await ffprobe(probeArgs(input), '/')))
}

/** Runs the whole pipeline for a clip: probe, plan, first rendition, rest of the ladder. */
export async function transcode(
  input: Input,
  encoding: Encoding = STANDARD_ENCODING,
  overlay: Overlay | null = null,
): Promise<Transcoded> {
  const dir = await mkdtemp(join(scratch, 'out-'))
  const answer: unknown = JSON.parse(await ffprobe(probeArgs(input, allPacketArgs), '/'))
  const probed = parseProbe(answer)
  const packets = parseAllPackets(answer)
  if (packets === null) throw new Error('the clip is too long')
  const source = withMeasuredEnd(probed, packets) ?? probed
  const { video } = source
  const plan = planLadder(source, video ? keyframeSampleOf(packetsOf(packets, video.index)) : null, encoding)
  const rungs = plan.mode === 'audio-only' ? [] : [plan.first, ...plan.rest, ...(plan.later ?? [])]
  const names = [...rungs, ...plan.audio].map(({ name }) => name)
  for (const name of names) await mkdir(join(dir, name))
  await ffmpeg(firstArgs(input, source, plan, filters, overlay), dir)
  if (video && plan.mode !== 'audio-only' && rungs.length > 1) {
    const { segments } = (await readRendition(join(dir, plan.first.name))).playlist
    const starts = plan.mode === 'passthrough' ? segmentStarts(segments) : null
    if (starts && !canFollowSegments(starts)) throw new Error('too many segments to follow')
    const passes = [plan.rest, ...Map.groupBy(plan.later ?? [], ({ codec }) => codec).values()]
    for (const pass of passes.filter(({ length }) => length > 0))
      await ffmpeg(ladderArgs(input, { ...source, video }, plan, pass, starts, filters, overlay), dir)
  }
  const read = async (name: string) => [name, await readRendition(join(dir, name))] as const
  return { dir, input, source, plan, renditions: new Map(await Promise.all(names.map(read))) }
}

export async function readRendition(dir: string): Promise<Rendition> {
  const playlist = parseMediaPlaylist(await readFile(join(dir, RENDITION.playlist), 'utf8'))
  if (!playlist) throw new Error(`${dir} has no playlist`)
  const [track] = parseInit(await readFile(join(dir, playlist.initUri)))
  if (!track) throw new Error(`${dir} has no track`)
  const segments: TimedSegment[] = []
  for (const { uri } of playlist.segments) {
    segments.push(timed(parseFragments(await readFile(join(dir, uri)), [track]), track.timescale))
  }
  return { dir, playlist, track, segments }
}

function timed(fragments: Fragment[], timescale: number): TimedSegment {
  const [first] = fragments
  const last = fragments[fragments.length - 1]
  if (!first || !last) throw new Error('a segment contains no fragment')
  return {
    decodeS: first.baseDecodeTime / timescale,
    startS: first.firstPresentationTime / timescale,
    endS: (last.baseDecodeTime + last.duration) / timescale,
    startsWithKeyframe: first.startsWithKeyframe,
  }
}
