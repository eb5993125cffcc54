import { join } from 'node:path'
import type { MediaErrorId } from '@kinora/contract'
import {
  closedCaptionProbeArgs,
  type Encoding,
  firstFrameArgs,
  type Input,
  type KeyframeSample,
  keyframeArgs,
  keyframeSampleOf,
  packetsOf,
  parseClosedCaptions,
  parsePackets,
  planLadder,
  refuse,
  type Source,
  type SourceText,
  type StreamPacket,
  sniff,
  withDecodableAudio,
} from '@kinora/media'
import { type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits, probeLimits } from '../../../platform/ffmpeg/limits.ts'
import { addLoudness, readHead, readSource } from '../../../platform/ffmpeg/read-source.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'

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
  const { source, texts, packets } = await readSource(ffmpeg, input, workspace)
  const refusal = refuse(source, ffmpeg.capabilities.decoders)
  if (refusal || !source) throw new MediaRefused(refusal ?? 'media-unreadable')
  const decodable = withDecodableAudio(source, ffmpeg.capabilities.decoders)
  const [keyframes, captions] = await Promise.all([
    readKeyframes(ffmpeg, input, { ...decodable, packets }, workspace),
    readCaptions(ffmpeg, input, decodable, workspace),
  ])
  const planned = planLadder(decodable, keyframes, encoding)
  const audio = await addLoudness(ffmpeg, input, workspace, planned.audio, {
    target: encoding.audio.loudness,
    durationS: decodable.durationS,
  })
  const lostAudio = source.audio.filter((track) => !decodable.audio.includes(track))
  return {
    demuxer: sniffed.demuxer,
    source: decodable,
    plan: { ...planned, audio },
    keyframeGapS: longestGap(keyframes),
    texts: captions === null ? texts : [...texts, captions],
    ...(lostAudio.length > 0 && { lostAudio }),
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

/** Null if there are too few keyframes to know. */
function longestGap(sample: KeyframeSample | null): number | null {
  const times = sample?.keyframesS ?? []
  const gaps = times.slice(1).map((timeS, n) => timeS - (times[n] ?? 0))
  return gaps.length === 0 ? null : Math.max(...gaps)
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
  { video, packets }: Source & { readonly packets: readonly StreamPacket[] | null },
  { folder, signal }: Workspace,
): Promise<KeyframeSample | null> {
  if (video?.codec !== 'h264') return null
  if (packets !== null) return keyframeSampleOf(packetsOf(packets, video.index))
  const args = keyframeArgs(input, video.index)
  const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd: folder, signal })
  return keyframeSampleOf(parsePackets(stdout))
}
