import { constants } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AvcConfig,
  CUT,
  type Cut,
  countFrames,
  cutPacketArgs,
  edgeArgs,
  encodedCutArgs,
  freeSetId,
  holdOf,
  type Input,
  joinArgs,
  joinAvcConfigs,
  middleArgs,
  type Packet,
  packetArgs,
  parsePackets,
  pieceList,
  planCut,
  readAvcConfig,
  type Span,
  type VideoSource,
  withAvcConfig,
} from '@kinora/media'
import { type Ffmpeg, FfmpegFailure, type RunLimits } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits, probeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'

const RESULT = 'clip.mp4'

interface Cutting {
  readonly ffmpeg: Ffmpeg
  readonly workspace: Workspace
  /** The source in the workspace. */
  readonly input: Input
  readonly limits: RunLimits
}

/**
 * Cuts a span out of a source, exact to the frame. If possible, copies everything between the first and the last
 * keyframe and encodes only the edges. Returns the result's name in the workspace.
 * @param report called with 0 to 1
 */
export async function cutSpan(
  ffmpeg: Ffmpeg,
  workspace: Workspace,
  path: string,
  { source, demuxer, keyframeGapS }: Analysis,
  span: Span,
  report: (progress: number) => void,
): Promise<string> {
  const input = { path, demuxer, keyframeGapS }
  const cutting = { ffmpeg, workspace, input, limits: encodeLimits(span.endS - span.startS) }
  const { video } = source
  const packets = video ? await readPackets(cutting, cutPacketArgs(input, { ...source, video }, span)) : []
  if (video && demuxer === 'mov' && (await joinPieces(cutting, { ...source, video }, packets, span)))
    return RESULT
  const durationS = span.endS - span.startS
  const hold = holdOf(source, packets, span)
  const { filters } = ffmpeg.capabilities
  await run(cutting, encodedCutArgs(input, source, span, filters, RESULT, hold), (timeS) =>
    report(Math.min(1, timeS / durationS)),
  )
  return RESULT
}

/** False if the source does not allow it, or if the result differs from the plan. */
async function joinPieces(
  cutting: Cutting,
  source: VideoSource,
  packets: readonly Packet[],
  span: Span,
): Promise<boolean> {
  const { input } = cutting
  const cut = planCut(source, packets, span)
  if (cut === null) return false
  try {
    const config = await makePieces(cutting, source, cut)
    if (config === null) return false
    await writeFile(join(cutting.workspace.folder, CUT.list), pieceList(cut), { mode: 0o644 })
    await run(cutting, joinArgs(input, source, cut, RESULT))
    return (await writeConfig(cutting, config)) && (await matchesPlan(cutting, cut))
  } catch (error) {
    // A source that ffmpeg cannot split may still decode.
    if (error instanceof FfmpegFailure && (error.reason === 'failed' || error.reason === 'invalid-data'))
      return false
    throw error
  }
}

/** Makes the pieces and returns the decoder configuration for all of them. */
async function makePieces(cutting: Cutting, source: VideoSource, cut: Cut): Promise<AvcConfig | null> {
  const { input } = cutting
  await run(cutting, middleArgs(input, source, cut))
  const middle = await readConfig(cutting, CUT.middle)
  if (middle === null) return null
  const setId = freeSetId(middle)
  if (setId === null) return null
  const edges: AvcConfig[] = []
  for (const name of ['head', 'tail'] as const) {
    const piece = cut[name]
    if (piece === null) continue
    await run(cutting, edgeArgs(input, source, cut, piece, setId, CUT[name]))
    const config = await readConfig(cutting, CUT[name])
    if (config === null) return null
    edges.push(config)
  }
  const joined = joinAvcConfigs([middle, ...edges])
  // Two parameter sets with one id would conflict.
  const numbers = edges.length === 0 ? 0 : 1
  return joined.sequenceSets.length === middle.sequenceSets.length + numbers ? joined : null
}

async function matchesPlan(cutting: Cutting, cut: Cut): Promise<boolean> {
  const packets = await readPackets(cutting, packetArgs({ path: RESULT, demuxer: 'mov' }, 0, '%'))
  const isInOrder = packets.every(({ dtsS }, n) => n === 0 || dtsS > (packets[n - 1]?.dtsS ?? 0))
  return isInOrder && packets.length === countFrames(cut)
}

async function readConfig({ workspace }: Cutting, name: string): Promise<AvcConfig | null> {
  const file = await openWithoutLinks(join(workspace.folder, name), constants.O_RDONLY)
  try {
    const moov = await findMoov(file)
    return moov && readAvcConfig(moov.bytes)
  } finally {
    await file.close()
  }
}

/** Writes the configuration into the result, whose last box is moov. */
async function writeConfig({ workspace }: Cutting, config: AvcConfig): Promise<boolean> {
  const file = await openWithoutLinks(join(workspace.folder, RESULT), constants.O_RDWR)
  try {
    const moov = await findMoov(file)
    const changed = moov?.isLast ? withAvcConfig(moov.bytes, config) : null
    if (moov === null || changed === null) return false
    await file.truncate(moov.at)
    await file.write(changed, 0, changed.length, moov.at)
    return true
  } finally {
    await file.close()
  }
}

/** Refuses a symbolic link that a run may have left in its folder. */
function openWithoutLinks(path: string, flags: number): Promise<FileHandle> {
  return open(path, flags | constants.O_NOFOLLOW)
}

const MAX_MOOV_BYTES = 256 * 1024 ** 2

async function findMoov(
  file: FileHandle,
): Promise<{ at: number; bytes: Uint8Array; isLast: boolean } | null> {
  const { size: fileSize } = await file.stat()
  for (let at = 0; at + 16 <= fileSize; ) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at)
    const short = buffer.readUInt32BE(0)
    const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short
    if (size < 8 || at + size > fileSize) return null
    if (buffer.toString('latin1', 4, 8) === 'moov' && size <= MAX_MOOV_BYTES) {
      const { buffer: bytes } = await file.read(Buffer.alloc(size), 0, size, at)
      return { at, bytes, isLast: at + size === fileSize }
    }
    at += size
  }
  return null
}

async function readPackets({ ffmpeg, workspace }: Cutting, args: string[]): Promise<Packet[]> {
  const { folder: cwd, signal } = workspace
  const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd, signal })
  return parsePackets(stdout)
}

async function run(
  { ffmpeg, workspace, limits }: Cutting,
  args: string[],
  onTime: (timeS: number) => void = () => undefined,
): Promise<void> {
  const { folder: cwd, signal } = workspace
  await ffmpeg.run('ffmpeg', args, { limits, cwd, signal, onProgress: ({ outTimeS }) => onTime(outTimeS) })
}
