import type { LiveThumbnail } from '@kinora/contract'
import type { Offers } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import type { Live } from '../live.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { listLiveRecordings } from './recording-list.ts'

const MAX_ITEMS = 100
const LEAST_STEP_S = 10
const PREVIEW_PX = 480
/** Length of the end of a growing recording that may not be stored yet. */
const UNSTORED_S = 6

/** Frames of the latest recording of a stream, newest first. */
export async function listLiveThumbnails(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  library: Offers['library'],
  caller: Caller,
  { id: streamId }: StreamRow,
  origin: string,
): Promise<LiveThumbnail[]> {
  const { items } = await listLiveRecordings(
    { db },
    library,
    caller,
    { streamId, pageNum: 1, pageSize: 1 },
    origin,
  )
  const [recording] = items
  if (recording === undefined) return []
  const { id: contentId, startedAt, endedAt, urls } = recording
  const startMs = Date.parse(startedAt)
  const spanS =
    endedAt === null
      ? (clock.now().getTime() - startMs) / 1000 - UNSTORED_S
      : (Date.parse(endedAt) - startMs) / 1000
  const durationS = Math.min(spanS, recording.duration ?? spanS)
  if (durationS <= 0) return []
  const stepS = Math.max(LEAST_STEP_S, Math.ceil(durationS / MAX_ITEMS))
  const times = Array.from({ length: Math.ceil(durationS / stepS) }, (_, n) => n * stepS)
  return times.toReversed().map((time) => ({
    contentId,
    time,
    at: new Date(startMs + time * 1000).toISOString(),
    url: imageUrl(urls.thumbnail, { time }),
    preview: imageUrl(urls.thumbnail, { time, width: PREVIEW_PX }),
  }))
}

function imageUrl(thumbnail: string, options: Readonly<Record<string, number>>): string {
  const url = new URL(thumbnail)
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value))
  return url.href
}
