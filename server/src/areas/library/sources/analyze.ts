import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaErrorId } from '@kinora/contract'
import {
  type AudioTrack,
  addLoudnessGains,
  closedCaptionProbeArgs,
  durationArgs,
  type Encoding,
  firstFrameArgs,
  hasPlausibleDuration,
  hasPlausibleRate,
  type Input,
  type KeyframeSample,
  keyframeArgs,
  type Loudness,
  loudnessArgs,
  parseClosedCaptions,
  parseKeyframes,
  parseLoudness,
  parsePackets,
  parseProbe,
  parseTextTracks,
  planLadder,
  probeArgs,
  ratePacketArgs,
  refuse,
  SNIFF_BYTES,
  type Source,
  type SourceText,
  sniff,
  withDecodableAudio,
  withMeasuredRate,
} from '@kinora/media'
import { type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'
import { encodeLimits, probeLimits } from '../files/limits.ts'

/** The file cannot be used, and a retry would not change that. */
export class MediaRefused extends Error {
  override readonly name = 'MediaRefused'
  readonly id: MediaErrorId
  constructor(id: MediaErrorId) {
    super(id)
    this.id = id
  }
}

/**
 * Detects the format of a file from its bytes and plans its renditions.
 * @param path relative to the workspace
 * @throws MediaRefused
 */
export async function analyzeSource(
  ffmpeg: Ffmpeg,
  path: string,
  workspace: Workspace,
  encoding: Encoding,
): Promise<Analysis> {
  const sniffed = sniff(await readHead(join(workspace.folder, path)))
  if (!sniffed) throw new MediaRefused('media-unreadable')
  const input = { path, demuxer: sniffed.demuxer }
  const { source, texts } = await readSource(ffmpeg, input, workspace)
  const refusal = refuse(source, ffmpeg.capabilities.decoders)
  if (refusal || !source) throw new MediaRefused(refusal ?? 'media-unreadable')
  const decodable = withDecodableAudio(source, ffmpeg.capabilities.decoders)
  const [keyframes, captions] = await Promise.all([
    readKeyframes(ffmpeg, input, decodable, workspace),
    readCaptions(ffmpeg, input, decodable, workspace),
  ])
  const planned = planLadder(decodable, keyframes, encoding)
  const audio = await addLoudness(ffmpeg, input, workspace, planned.audio, {
    target: encoding.audio.loudness,
    durationS: decodable.durationS,
  })
  return {
    demuxer: sniffed.demuxer,
    source: decodable,
    plan: { ...planned, audio },
    keyframeGapS: longestGap(keyframes),
    texts: captions === null ? texts : [...texts, captions],
  }
}

/**
 * Why an encoding failed: no frame of the source can be decoded, or else `error`. Repackaging does not decode, but is
 * planned only if ffprobe decoded a frame, because it knows the pixel format from nothing else.
 */
export async function failureOf(
  error: unknown,
  ffmpeg: Ffmpeg,
  path: string,
  { demuxer, source }: Analysis,
  workspace: Workspace,
): Promise<unknown> {
  if (workspace.signal.aborted) return error
  const hasFrames = await decodesFrames(ffmpeg, { path, demuxer }, source, workspace)
  return hasFrames ? error : new MediaRefused('media-no-frames')
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
  const measured: Loudness[] = []
  for (const track of tracks) {
    const { stderrTail } = await ffmpeg.run('ffmpeg', loudnessArgs(input, track), {
      limits: encodeLimits(durationS),
      cwd: folder,
      signal,
    })
    measured.push(parseLoudness(stderrTail))
  }
  return addLoudnessGains(tracks, measured, target)
}

/** Null if there are too few keyframes to know. */
function longestGap(sample: KeyframeSample | null): number | null {
  const times = sample?.keyframesS ?? []
  const gaps = times.slice(1).map((timeS, n) => timeS - (times[n] ?? 0))
  return gaps.length === 0 ? null : Math.max(...gaps)
}

export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The result of ffprobe, with measured times if those of the header are implausible. Null if ffprobe cannot read the
 * file. */
export async function readSource(
  ffmpeg: Ffmpeg,
  input: Input,
  workspace: Workspace,
): Promise<{ source: Source | null; texts: SourceText[] }> {
  const { folder: cwd, signal } = workspace
  try {
    const { stdout } = await ffmpeg.run('ffprobe', probeArgs(input), { limits: probeLimits, cwd, signal })
    const answer: unknown = JSON.parse(stdout)
    const source = await measureTimes(ffmpeg, input, parseProbe(answer), workspace)
    return { source, texts: parseTextTracks(answer) }
  } catch (error) {
    if (error instanceof FfmpegFailure && (error.reason === 'failed' || error.reason === 'invalid-data'))
      return { source: null, texts: [] }
    throw error
  }
}

async function measureTimes(
  ffmpeg: Ffmpeg,
  input: Input,
  stated: Source,
  { folder: cwd, signal }: Workspace,
): Promise<Source> {
  let source = stated
  if (!hasPlausibleDuration(source)) {
    let durationS = 0
    const onProgress = ({ outTimeS }: { outTimeS: number }) => {
      durationS = outTimeS
    }
    const limits = encodeLimits(3600)
    await ffmpeg.run('ffmpeg', durationArgs(input), { limits, cwd, signal, onProgress })
    source = { ...source, durationS }
  }
  const { video } = source
  if (video === null || hasPlausibleRate({ ...source, video })) return source
  const seen = { ...source, video }
  const { stdout } = await ffmpeg.run('ffprobe', ratePacketArgs(input, seen), {
    limits: probeLimits,
    cwd,
    signal,
  })
  return withMeasuredRate(seen, parsePackets(stdout))
}

/** Whether any frame of the video can be decoded. True without video. */
async function decodesFrames(
  ffmpeg: Ffmpeg,
  input: Input,
  { video }: Source,
  { folder, signal }: Workspace,
): Promise<boolean> {
  if (video === null) return true
  let frames = 0
  try {
    await ffmpeg.run('ffmpeg', firstFrameArgs(input, video.index), {
      limits: encodeLimits(0),
      cwd: folder,
      signal,
      onProgress: ({ frame }) => {
        frames = frame ?? 0
      },
    })
  } catch (error) {
    // A long file without frames also ends at one of the limits.
    if (!(error instanceof FfmpegFailure) || !undecodable.includes(error.reason)) throw error
  }
  return frames > 0
}

const undecodable: readonly string[] = ['invalid-data', 'no-progress', 'cpu-limit', 'wall-limit']

/** Null also if the first frames cannot be read; encoding reports that error. */
async function readCaptions(
  ffmpeg: Ffmpeg,
  input: Input,
  { video }: Source,
  { folder, signal }: Workspace,
): Promise<SourceText | null> {
  const args = video && closedCaptionProbeArgs(input, video)
  if (!args) return null
  try {
    const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd: folder, signal })
    return parseClosedCaptions(JSON.parse(stdout), video)
  } catch (error) {
    if (error instanceof FfmpegFailure && error.reason !== 'aborted') return null
    throw error
  }
}

async function readKeyframes(
  ffmpeg: Ffmpeg,
  input: Input,
  source: Source,
  { folder, signal }: Workspace,
): Promise<KeyframeSample | null> {
  if (source.video?.codec !== 'h264') return null
  const args = keyframeArgs(input, source.video.index)
  const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd: folder, signal })
  return parseKeyframes(stdout)
}
