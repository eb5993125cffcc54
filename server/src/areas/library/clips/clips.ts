import {
  type createClipBody,
  cutText,
  epochSeconds,
  isEpoch,
  messages,
  minClipS,
  secondsOf,
  timecodeOf,
} from '@kinora/contract'
import type { Span } from '@kinora/media'
import { and, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { adderOf, getContent, insertContent, type NewContent } from '../contents/contents.ts'
import { changeContent } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { beyondEndProblem } from '../contents/times.ts'
import { isVisible } from '../contents/visibility.ts'
import type { Workspace } from '../contents/workspace.ts'
import { startContentProgress } from '../encoding/progress-reporter.ts'
import { copyProfile } from '../encoding-profiles/chosen-profile.ts'
import type { Library } from '../library.ts'
import { positionAtDate } from '../playable/segment-timeline.ts'
import { isRecorded } from '../recordings/source-less.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { startIngest } from '../sources/source.ts'
import { copySubtitles } from '../subtitles/clip-subtitles.ts'
import { testFields } from '../uploads/test-videos.ts'
import { cutSpan } from './cutting.ts'
import { clipJob } from './jobs.ts'
import { type Origin, openOrigin } from './origin.ts'
import { openRecordedSpan, recordedTimeline } from './recorded-span.ts'

const MAX_TITLE = 200

/**
 * Creates a content that is cut from another one.
 * @throws problem not-found, in-trash, content-not-ready, time-beyond-end, request-invalid if it is too short,
 * storage-full
 */
export async function createClip(
  library: Library,
  { actor, scope }: Caller,
  id: string,
  { name, startTime, endTime }: z.output<typeof createClipBody>,
  alongside?: Alongside,
): Promise<ContentRow> {
  const { environmentId } = scope
  const content = await getContent(library.db, environmentId, id)
  const positionOf = await recordedPositions(library, content, [startTime, endTime])
  const span = resolveSpan(content, positionOf(startTime), endTime && positionOf(endTime))
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, 0)
  const title = name ?? clipTitle(content.title, span)
  return insertClip(library, content, span, { id: uuidv7(), title, ...adderOf(actor) }, alongside)
}

/** More work in the transaction that creates a clip. If it throws, there is no clip. */
export type Alongside = (tx: Transaction, clipId: string) => Promise<void>

type ClipFacts = Required<Pick<NewContent, 'id' | 'title' | 'addedBy' | 'addedById'>>

async function insertClip(
  library: Library,
  content: ContentRow,
  { startS, endS }: Span,
  facts: ClipFacts,
  alongside?: Alongside,
) {
  const { environmentId } = content
  const chosen = await copyProfile(library, content, facts.id)
  return library.db.transaction(async (tx) => {
    const clip = await insertContent(library, tx, {
      ...facts,
      environmentId,
      profile: chosen.profile,
      ...testFields(content),
      playbackPolicy: content.playbackPolicy,
      playbackRestrictions: content.playbackRestrictions,
      collectionId: content.collectionId,
      status: 'processing',
      stage: 'queued',
      streamId: content.streamId,
      clipOf: content.id,
      clipSourceId: content.sourceId,
      clipStartS: startS,
      clipEndS: endS,
    })
    await chosen.keep(tx)
    await alongside?.(tx, clip.id)
    await library.jobs.enqueue(tx, clipJob, { contentId: clip.id }, { environmentId, key: clip.id })
    return clip
  })
}

/**
 * Cuts a video from a recording for a person who is not calling. A repeated call with the same ID changes nothing.
 * @param span seconds of the recording; what it does not have is left out
 * @returns false if it has nothing of the span
 */
export async function cutRecording(
  library: Library,
  recording: ContentRef,
  { startS, endS }: Span,
  facts: ClipFacts,
): Promise<boolean> {
  const { db } = library
  const isMade = rowOf(contents, { id: facts.id, environmentId: recording.environmentId })
  if ((await db.$count(contents, isMade)) > 0) return true
  const [content] = await db
    .select()
    .from(contents)
    .where(and(rowOf(contents, recording), isNull(contents.trashedAt)))
  const span = { startS: Math.max(0, startS), endS: Math.min(endS, content?.durationS ?? 0) }
  if (content === undefined || span.endS - span.startS < minClipS) return false
  await insertClip(library, content, span, facts)
  return true
}

/** Like `createClip`, for areas above, whose requests do not name the video.
 * @throws problem not-found also if the role hides the video */
export async function createVisibleClip(
  library: Library,
  caller: Caller,
  id: string,
  body: z.output<typeof createClipBody>,
  alongside?: Alongside,
): Promise<ContentRow> {
  const { scope } = caller
  const isShown = and(rowOf(contents, { id, environmentId: scope.environmentId }), isVisible(scope))
  if ((await library.db.$count(contents, isShown)) === 0) throw problem('not-found')
  return createClip(library, caller, id, body, alongside)
}

type Moment = z.output<typeof createClipBody>['startTime']

/** Converts epoch times to positions in a recording, in seconds. Other times stay. */
async function recordedPositions(
  library: Library,
  content: ContentRow,
  given: readonly (Moment | undefined)[],
): Promise<(time: Moment) => Moment> {
  if (!isRecorded(content) || !given.some((time) => time !== undefined && isEpoch(time)))
    return (time) => time
  const timeline = await recordedTimeline(library, content)
  return (time) => (isEpoch(time) ? positionAtDate(timeline, epochSeconds(time) * 1000) : time)
}

/**
 * The span to cut, in seconds.
 * @throws problem in-trash, content-not-ready, time-beyond-end, request-invalid if it is too short
 */
export function resolveSpan(content: ContentRow, startTime: Moment, endTime: Moment | undefined): Span {
  const { trashedAt, status, durationS, analysis } = content
  if (trashedAt !== null) throw problem('in-trash')
  const hasMedia = analysis !== null || isRecorded(content)
  if (status !== 'ready' || durationS === null || !hasMedia) throw problem('content-not-ready')
  const startS = secondsOf(startTime)
  const endS = endTime === undefined ? durationS : secondsOf(endTime)
  if (startS < 0) throw timeProblem('startTime', messages.notRecorded)
  if (startS >= durationS) throw beyondEndProblem('startTime')
  // The displayed duration is rounded to milliseconds.
  if (endS > durationS + 0.001) throw beyondEndProblem('endTime')
  if (endS - startS < minClipS)
    throw timeProblem(endTime === undefined ? 'startTime' : 'endTime', messages.afterStart)
  return { startS, endS }
}

export function timeProblem(field: 'startTime' | 'endTime', message: string): Error {
  return problem('request-invalid', { errors: [{ path: `body.${field}`, message }] })
}

/** Title of the content with the times and, if given, the aspect ratio. */
export function clipTitle(title: string, { startS, endS }: Span, shape = ''): string {
  const times = ` (${timecodeOf(startS)}–${timecodeOf(endS)}${shape && `, ${shape}`})`
  return `${cutText(title, MAX_TITLE - times.length).trimEnd()}${times}`
}

/**
 * Cuts the clip, stores it as the source of its content and starts the ingest.
 * @throws MediaRefused if the origin was deleted or its file replaced, ContentGone
 */
export function makeClip(library: Library, content: ContentRef, workspace: Workspace): Promise<void> {
  const cut = ({ path, analysis }: Origin, span: Span, report: (progress: number) => void) =>
    cutSpan(library.ffmpeg, workspace, path, analysis, span, report)
  return makeFromSource(library, content, workspace, cut, copySubtitles)
}

/**
 * Makes the source of a content from another content's source, stores it and starts the ingest.
 * @param make returns the name of the result in the workspace; calls `report` with 0 to 1
 * @param addExtras adds more to the content than its source, such as subtitles
 * @throws MediaRefused if the origin was deleted or its file replaced, ContentGone
 */
export async function makeFromSource(
  library: Library,
  content: ContentRef,
  workspace: Workspace,
  make: (origin: Origin, span: Span, report: (progress: number) => void) => Promise<string>,
  addExtras: typeof copySubtitles = async () => undefined,
): Promise<void> {
  const clip = await changeContent(library.db, content, ['processing'], { stage: 'cutting', progress: 0 })
  const { environmentId, clipOf, clipSourceId, clipStartS, clipEndS } = clip
  if (clipOf === null || clipStartS === null || clipEndS === null) throw new MediaRefused('source-missing')
  const isOrigin = rowOf(contents, { id: clipOf, environmentId })
  const [origin] = await library.db.select().from(contents).where(isOrigin)
  if (!origin) throw new MediaRefused('source-missing')
  // The times were chosen in the previous file and are other moments in this one.
  if (origin.sourceId !== clipSourceId) throw new MediaRefused('source-replaced')
  const span = { startS: clipStartS, endS: clipEndS }
  const report = startContentProgress(library, clip)
  const open = isRecorded(origin) ? openRecordedSpan : openOrigin
  const from = await open(library, origin, span, workspace)
  const resultName = await make(from.origin, from.span, report)
  await startIngest(library, content, workspace, resultName, { fileName: 'clip.mp4' }, (tx, row) =>
    addExtras(library, tx, row, clipOf, span),
  )
}
