import { mp4Args, type Span, STANDARD_ENCODING } from '@kinora/media'
import { and, eq, isNotNull } from 'drizzle-orm'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { renditions } from '../contents/tables.ts'
import type { Workspace } from '../contents/workspace.ts'
import { fetchRendition } from '../downloads/mp4.ts'
import { getSegments } from '../encoding/segments.ts'
import type { Library } from '../library.ts'
import { emptyTimeline, extendTimeline, type SegmentTimeline } from '../playable/segment-timeline.ts'
import { analyzeSource, MediaRefused } from '../sources/analyze.ts'
import type { OpenedOrigin } from './origin.ts'

const JOINED = 'input.mp4'

/** Joins the segments of a recording that contain the span, because a recording has no source file. Works while the
 * recording grows.
 * @throws MediaRefused if the recording does not reach the span */
export async function openRecordedSpan(
  library: Library,
  { id }: ContentRef,
  { startS, endS }: Span,
  workspace: Workspace,
): Promise<OpenedOrigin> {
  const { best, audio, reference } = await recordedRenditions(library, id)
  if (reference === undefined) throw new MediaRefused('source-missing')
  const segments = await getSegments(library.db, reference.outputId)
  const range = rangeOf(segments, startS, endS)
  if (range === null) throw new MediaRefused('source-missing')
  const videoPath = best ? await fetchRendition(library, best, workspace, range) : null
  const audioPath = audio ? await fetchRendition(library, audio, workspace, range) : null
  const tracks = audioPath === null ? [] : [{ path: audioPath, language: audio?.language ?? null }]
  await library.ffmpeg.run('ffmpeg', mp4Args(videoPath, tracks, JOINED), {
    limits: encodeLimits(endS - startS, library.config.ENCODE_MEMORY_BYTES),
    cwd: workspace.folder,
    signal: workspace.signal,
  })
  const analysis = await analyzeSource(library.ffmpeg, JOINED, workspace, STANDARD_ENCODING)
  return {
    origin: { path: JOINED, analysis },
    span: { startS: startS - range.startS, endS: endS - range.startS },
  }
}

async function recordedRenditions({ db }: Library, contentId: string) {
  const isWhole = and(eq(renditions.contentId, contentId), isNotNull(renditions.codecs))
  const rows = await db.select().from(renditions).where(isWhole)
  const best = rows
    .filter(({ type }) => type === 'video')
    .sort((a, b) => (b.height ?? 0) - (a.height ?? 0))[0]
  const audio = rows.find(({ type }) => type === 'audio')
  return { best, audio, reference: best ?? audio }
}

/** The segments of a recording with their dates; empty if it has none yet. */
export async function recordedTimeline(library: Library, { id }: ContentRef): Promise<SegmentTimeline> {
  const { reference } = await recordedRenditions(library, id)
  if (reference === undefined) return emptyTimeline()
  return extendTimeline(emptyTimeline(), await getSegments(library.db, reference.outputId))
}

/** Range of segments that contain the span: from `from` to before `to`. Null if the recording ends before the span. */
export function rangeOf(
  segments: readonly (readonly [durationS: number, ...unknown[]])[],
  startS: number,
  endS: number,
): { readonly from: number; readonly to: number; readonly startS: number } | null {
  let atS = 0
  let range: { from: number; startS: number } | null = null
  for (const [n, [durationS]] of segments.entries()) {
    const nextS = atS + durationS
    if (range === null && nextS > startS) range = { from: n, startS: atS }
    if (range !== null && nextS >= endS) return { ...range, to: n + 1 }
    atS = nextS
  }
  // Times are rounded, and the last segment may end a frame earlier.
  return range !== null && endS - atS < 0.1 ? { ...range, to: segments.length } : null
}
