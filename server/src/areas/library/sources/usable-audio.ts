import {
  type AudioTrack,
  asEncoded,
  audioCheckArgs,
  type Input,
  type Source,
  strictAudioArgs,
} from '@kinora/media'
import { type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'

/** A copied audio track has packets that cannot be decoded. */
export class AudioDamaged extends Error {
  override readonly name = 'AudioDamaged'
}

/**
 * Runs an encoding, and decodes the audio tracks that it copies meanwhile: nothing else does.
 * @param encode gets a function that rejects with `AudioDamaged` if players could not decode one of the tracks
 */
export async function besideAudioCheck<T>(
  ffmpeg: Ffmpeg,
  path: string,
  { plan, source, demuxer }: Analysis,
  workspace: Workspace,
  encode: (audioChecked: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const copied = plan.audio.filter(({ kind }) => kind === 'copy')
  if (copied.length === 0) return encode(async () => undefined)
  const over = new AbortController()
  const own = { ...workspace, signal: AbortSignal.any([workspace.signal, over.signal]) }
  const checking = isDecodable(ffmpeg, { path, demuxer }, source, copied, own)
  // It may be rejected before the encoding asks for it.
  checking.catch(() => undefined)
  try {
    return await encode(async () => {
      if (!(await checking)) throw new AudioDamaged('a copied audio track cannot be decoded')
    })
  } finally {
    over.abort()
    await checking.catch(() => undefined)
  }
}

async function isDecodable(
  ffmpeg: Ffmpeg,
  input: Input,
  { durationS }: Source,
  tracks: readonly AudioTrack[],
  { folder: cwd, signal }: Workspace,
): Promise<boolean> {
  const limits = encodeLimits(durationS)
  try {
    await ffmpeg.run('ffmpeg', strictAudioArgs(input, tracks), { limits, cwd, signal })
    return true
  } catch (error) {
    if (error instanceof FfmpegFailure && error.reason !== 'aborted') return false
    throw error
  }
}

/**
 * The analysis without audio tracks of which no rendition can be made, and with tracks encoded that cannot be copied.
 * Null if the renditions of all tracks can be made.
 */
export async function withUsableAudio(
  ffmpeg: Ffmpeg,
  path: string,
  analysis: Analysis,
  workspace: Workspace,
): Promise<Analysis | null> {
  const { plan, source, demuxer } = analysis
  const input = { path, demuxer }
  const usable: AudioTrack[] = []
  for (const track of plan.audio) {
    const candidates = track.kind === 'copy' ? [track, asEncoded(track)] : [track]
    for (const candidate of candidates) {
      if (!(await isUsable(ffmpeg, input, source, candidate, workspace))) continue
      const isCopy = candidate.kind === 'copy'
      if (isCopy && !(await isDecodable(ffmpeg, input, source, [candidate], workspace))) continue
      usable.push(candidate)
      break
    }
  }
  if (usable.length === plan.audio.length && usable.every((track, n) => track === plan.audio[n])) return null
  const lost = new Set(plan.audio.map(({ sourceIndex }) => sourceIndex))
  for (const { sourceIndex } of usable) lost.delete(sourceIndex)
  return {
    ...withoutAudio(analysis, lost),
    plan: { ...plan, audio: withDefault(usable) },
  }
}

/** The analysis with these audio tracks of its source marked as lost. */
function withoutAudio(analysis: Analysis, lost: ReadonlySet<number>): Analysis {
  const { source, lostAudio = [] } = analysis
  const { lostOnes = [], kept = [] } = Object.groupBy(source.audio, ({ index }) =>
    lost.has(index) ? 'lostOnes' : 'kept',
  )
  return { ...analysis, source: { ...source, audio: kept }, lostAudio: [...lostAudio, ...lostOnes] }
}

function withDefault(tracks: readonly AudioTrack[]): AudioTrack[] {
  const isChosen = tracks.some(({ isDefault }) => isDefault)
  return tracks.map((track, n) => (isChosen || n > 0 ? track : { ...track, isDefault: true }))
}

async function isUsable(
  ffmpeg: Ffmpeg,
  input: Input,
  { durationS }: Source,
  track: AudioTrack,
  { folder: cwd, signal }: Workspace,
): Promise<boolean> {
  let madeS = 0
  const onProgress = ({ outTimeS }: { readonly outTimeS: number }) => {
    madeS = outTimeS
  }
  const limits = encodeLimits(durationS)
  try {
    await ffmpeg.run('ffmpeg', audioCheckArgs(input, track), { limits, cwd, signal, onProgress })
  } catch (error) {
    if (!(error instanceof FfmpegFailure) || error.reason === 'aborted') throw error
    return false
  }
  return madeS > 0
}
