import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AudioTrack,
  addLoudnessGains,
  allPacketArgs,
  durationArgs,
  hasPlausibleDuration,
  hasPlausibleRate,
  type Input,
  type Loudness,
  loudnessArgs,
  packetsOf,
  parseAllPackets,
  parseLoudness,
  parsePackets,
  parseProbe,
  parseTail,
  parseTextTracks,
  probeArgs,
  ratePacketArgs,
  SNIFF_BYTES,
  type Source,
  type SourceText,
  type StreamPacket,
  tailArgs,
  withMeasuredEnd,
  withMeasuredRate,
} from '@kinora/media'
import { FfmpegFailure } from './failure.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { encodeLimits, probeLimits } from './limits.ts'

/** The folder in which ffmpeg runs, and the signal that ends it. */
interface Workspace {
  readonly folder: string
  readonly signal: AbortSignal
}

/** The first bytes of a file, enough to detect its format. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** All packets of so small a file are read at once, because ffprobe takes longer to start than to read them. */
const SMALL_BYTES = 64 * 1024 ** 2

/** The result of ffprobe, with measured times if those of the header are implausible, and with all packets of a small
 * file. Null if ffprobe cannot read the file. */
export async function readSource(
  ffmpeg: Ffmpeg,
  input: Input,
  workspace: Workspace,
): Promise<{ source: Source | null; texts: SourceText[]; packets: StreamPacket[] | null }> {
  const { folder: cwd, signal } = workspace
  const isSmall = (await stat(resolve(cwd, input.path))).size <= SMALL_BYTES
  try {
    const args = probeArgs(input, isSmall ? allPacketArgs : [])
    const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd, signal })
    const answer: unknown = JSON.parse(stdout)
    const stated = parseProbe(answer)
    // Times of a transport stream can jump, and only its last ones say where it ends.
    const packets = isSmall && stated.container !== 'mpegts' ? parseAllPackets(answer) : null
    const source = await measureTimes(ffmpeg, input, { stated, packets }, workspace)
    return { source, texts: parseTextTracks(answer), packets }
  } catch (error) {
    if (error instanceof FfmpegFailure && (error.reason === 'failed' || error.reason === 'invalid-data'))
      return { source: null, texts: [], packets: null }
    throw error
  }
}

/** Answer of ffprobe about a file: its header, and all packets of a small one. */
interface Read {
  readonly stated: Source
  readonly packets: readonly StreamPacket[] | null
}

async function measureTimes(
  ffmpeg: Ffmpeg,
  input: Input,
  read: Read,
  { folder: cwd, signal }: Workspace,
): Promise<Source> {
  const source = await measureEnd(ffmpeg, input, read, { folder: cwd, signal })
  const { video } = source
  if (video === null || hasPlausibleRate({ ...source, video })) return source
  const seen = { ...source, video }
  if (read.packets !== null) return withMeasuredRate(seen, packetsOf(read.packets, video.index))
  const { stdout } = await ffmpeg.run('ffprobe', ratePacketArgs(input, seen), {
    limits: probeLimits,
    cwd,
    signal,
  })
  return withMeasuredRate(seen, parsePackets(stdout))
}

/** A file can end before its stated duration. Only if its last seconds are missing, all of it is read. */
async function measureEnd(
  ffmpeg: Ffmpeg,
  input: Input,
  { stated, packets }: Read,
  workspace: Workspace,
): Promise<Source> {
  const isPlausible = hasPlausibleDuration(stated)
  const tail = () => (packets ? withMeasuredEnd(stated, packets) : readTail(ffmpeg, input, stated, workspace))
  const ended = isPlausible ? await tail() : null
  if (ended !== null) return ended
  const read = { ...stated, durationS: await readDuration(ffmpeg, input, workspace) }
  // Times that jump say nothing about the end.
  return (isPlausible ? await readTail(ffmpeg, input, read, workspace) : null) ?? read
}

async function readTail(
  ffmpeg: Ffmpeg,
  input: Input,
  source: Source,
  { folder: cwd, signal }: Workspace,
): Promise<Source | null> {
  const { stdout } = await ffmpeg.run('ffprobe', tailArgs(input, source), {
    limits: probeLimits,
    cwd,
    signal,
  })
  return withMeasuredEnd(source, parseTail(stdout))
}

async function readDuration(
  ffmpeg: Ffmpeg,
  input: Input,
  { folder: cwd, signal }: Workspace,
): Promise<number> {
  let durationS = 0
  const onProgress = ({ outTimeS }: { outTimeS: number }) => {
    durationS = outTimeS
  }
  await ffmpeg.run('ffmpeg', durationArgs(input), { limits: encodeLimits(3600), cwd, signal, onProgress })
  return durationS
}

/** Measures the loudness of whole tracks and sets their gain. The video becomes playable only after that. */
export async function addLoudness(
  ffmpeg: Ffmpeg,
  input: Input,
  { folder, signal }: Workspace,
  tracks: AudioTrack[],
  { target, durationS }: { target: number | null; durationS: number },
): Promise<AudioTrack[]> {
  if (target === null) return tracks
  const measured: (Loudness | null)[] = []
  for (const track of tracks) {
    const args = loudnessArgs(input, track)
    const run = ffmpeg.run('ffmpeg', args, { limits: encodeLimits(durationS), cwd: folder, signal })
    measured.push(await run.then(({ stderrTail }) => parseLoudness(stderrTail), nullIfUndecodable))
  }
  return addLoudnessGains(tracks, measured, target)
}

/** Encoding decides whether such a track can be used. */
function nullIfUndecodable(error: unknown): null {
  if (error instanceof FfmpegFailure && error.reason !== 'aborted') return null
  throw error
}
