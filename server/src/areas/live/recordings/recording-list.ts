import type { LiveRecording, LiveRecordingDetail } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Offers } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PageQuery } from '../../../platform/database/page.ts'
import { problem } from '../../../platform/problem.ts'
import { gapsInRecording, gapsOf } from '../gaps/recording-gaps.ts'
import type { Live } from '../live.ts'
import { liveRecordings } from '../sessions/tables.ts'
import { getLivestream } from '../streams/livestreams.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'

type Library = Offers['library']

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
  readonly streamId?: string | undefined
}

/**
 * A page of the environment's recordings with their sessions, newest first. Includes recordings of deleted streams. The
 * library lists the contents, with the IDs as a subquery, so that search and limited roles work as for videos.
 * @throws problem not-found for a stream that never existed
 */
export async function listLiveRecordings(
  { db }: Pick<Live, 'db'>,
  library: Library,
  { scope }: Caller,
  { streamId, ...query }: ListQuery,
  origin: string,
) {
  const among = recordedContents(db, scope.environmentId, streamId)
  if (streamId !== undefined && (await db.$count(among)) === 0)
    await getLivestream(db, scope.environmentId, streamId)
  const found = await library.listRecordings(scope, query, among, origin)
  const sessions = await sessionsOf(
    db,
    scope.environmentId,
    found.items.map(({ id }) => id),
  )
  const items = found.items.flatMap((content): LiveRecording[] => {
    const session = sessions.get(content.id)
    return session === undefined ? [] : [{ ...content, ...session }]
  })
  return { ...found, items }
}

/** A recording with its gaps, also if it was archived as a video. @throws problem not-found */
export async function getLiveRecording(
  { db }: Pick<Live, 'db'>,
  library: Library,
  { scope }: Caller,
  id: string,
  origin: string,
): Promise<LiveRecordingDetail> {
  const { environmentId } = scope
  const isOwn = and(eq(liveRecordings.contentId, id), eq(liveRecordings.environmentId, environmentId))
  const [recording] = await db.select().from(liveRecordings).where(isOwn)
  const session = (await sessionsOf(db, environmentId, [id])).get(id)
  if (recording === undefined || session === undefined) throw problem('not-found')
  const content = await library.getRecording(scope, id, origin)
  const gaps = await gapsOf(db, recording)
  const isOver = recording.endedAt !== null
  return { ...content, ...session, gaps: gapsInRecording(gaps, recording, content.duration ?? 0, isOver) }
}

/** A page of the clips of all recordings of a stream, newest first. */
export function listLiveClips(
  { db }: Pick<Live, 'db'>,
  library: Library,
  { scope }: Caller,
  { id }: StreamRow,
  page: PageQuery,
  origin: string,
) {
  return library.listClips(scope, page, recordedContents(db, scope.environmentId, id), origin)
}

/** @throws problem not-found if no live stream was recorded to this content */
export async function assertRecording(
  db: Queryable,
  environmentId: string,
  contentId: string,
): Promise<void> {
  const isKnown = and(
    eq(liveRecordings.contentId, contentId),
    eq(liveRecordings.environmentId, environmentId),
  )
  if ((await db.$count(liveRecordings, isKnown)) === 0) throw problem('not-found')
}

function recordedContents(db: Queryable, environmentId: string, streamId: string | undefined) {
  return db
    .select({ id: liveRecordings.contentId })
    .from(liveRecordings)
    .where(
      and(
        eq(liveRecordings.environmentId, environmentId),
        streamId === undefined ? undefined : eq(liveRecordings.streamId, streamId),
      ),
    )
}

async function sessionsOf(db: Queryable, environmentId: string, contentIds: readonly string[]) {
  const rows = await db
    .select({ recording: liveRecordings, name: liveStreams.name })
    .from(liveRecordings)
    .leftJoin(
      liveStreams,
      and(eq(liveStreams.id, liveRecordings.streamId), eq(liveStreams.environmentId, environmentId)),
    )
    .where(
      and(
        eq(liveRecordings.environmentId, environmentId),
        inArray(liveRecordings.contentId, [...contentIds]),
      ),
    )
  return new Map(
    rows.map(({ recording: { contentId, streamId, startedAt, endedAt }, name }) => [
      contentId,
      {
        livestreamId: streamId,
        livestreamName: name,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        isLive: endedAt === null,
      },
    ]),
  )
}
