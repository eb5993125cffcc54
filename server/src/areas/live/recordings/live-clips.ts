import { type Content, type createLiveClipBody, epochSeconds, messages, positionAt } from '@kinora/contract'
import { and, desc, eq, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Offers } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { gapsOf, holesIn } from '../gaps/recording-gaps.ts'
import type { Live } from '../live.ts'
import { liveRecordings } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'

/**
 * Cuts a clip from the recording that contains `startTime`, also while the stream is live.
 * @throws problem request-invalid without a recording of that time, and the problems of `createClip`
 */
export async function createLiveClip(
  { db }: Pick<Live, 'db'>,
  library: Offers['library'],
  caller: Caller,
  stream: StreamRow,
  { name, startTime, endTime }: z.output<typeof createLiveClipBody>,
  origin: string,
): Promise<Content> {
  const start = epochSeconds(startTime)
  const [recording] = await db
    .select()
    .from(liveRecordings)
    .where(
      and(
        eq(liveRecordings.streamId, stream.id),
        eq(liveRecordings.environmentId, stream.environmentId),
        lte(liveRecordings.startedAt, new Date(start * 1000)),
      ),
    )
    .orderBy(desc(liveRecordings.startedAt))
    .limit(1)
  if (recording === undefined)
    throw problem('request-invalid', { errors: [{ path: 'body.startTime', message: messages.notRecorded }] })
  const holes = holesIn(await gapsOf(db, recording))
  const positionOf = (epochS: number) => positionAt(epochS * 1000, recording.startedAt.getTime(), holes)
  const times = {
    startTime: positionOf(start),
    ...(endTime !== undefined && { endTime: positionOf(epochSeconds(endTime)) }),
  }
  return library.createClip(
    caller,
    recording.contentId,
    name === undefined ? times : { name, ...times },
    origin,
  )
}
