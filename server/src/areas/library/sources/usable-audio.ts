import { type AudioTrack, asEncoded, audioCheckArgs, type Input, type Source } from '@kinora/media'
import { type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'

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
