import type { DisplayStatus, Livestream } from '@kinora/contract'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import type { PlaybackToken } from '../../../platform/playback-key.ts'
import { tokenView, withToken } from '../../../platform/playback-key.ts'
import { createPlaybackToken, embedCode } from '../../delivery/index.ts'
import type { Live } from '../live.ts'
import { type IngestPorts, ingestAddresses, loadIngestPorts } from './ingest-addresses.ts'
import { shownSource } from './source-secrets.ts'
import type { StreamRow } from './stream-changes.ts'
import { customPlaybacks } from './tables.ts'

type ViewContext = Pick<Live, 'db' | 'clock' | 'config' | 'playbackKey'>

/** The API's views of streams of one environment. @param origin public scheme and host */
export async function livestreamViews(
  live: ViewContext,
  rows: readonly StreamRow[],
  origin: string,
): Promise<Livestream[]> {
  const [ports, counts] = await Promise.all([loadIngestPorts(live), countCustomPlaybacks(live.db, rows)])
  return Promise.all(
    rows.map(async (row) => {
      const token = await createPlaybackToken(live, row)
      return livestreamView(row, {
        ports,
        origin,
        pages: pageOrigin(origin, live.config),
        token,
        now: live.clock.now(),
        customPlaybacks: counts.get(row.id) ?? 0,
      })
    }),
  )
}

/** @param origin public scheme and host */
export async function loadLivestreamView(
  live: ViewContext,
  row: StreamRow,
  origin: string,
): Promise<Livestream> {
  const [view] = await livestreamViews(live, [row], origin)
  if (view === undefined) throw new Error('a live stream has no view')
  return view
}

/** @param playbackId ID of the stream or of one of its custom playbacks */
export function livestreamUrls(
  playbackId: string,
  { webrtc }: Pick<IngestPorts, 'webrtc'>,
  origin: string,
  pages: string,
) {
  const embed = `${pages}/embed/${playbackId}`
  return {
    hls: `${origin}/play/${playbackId}.m3u8`,
    whep: webrtc ? `${origin}/whep/${playbackId}` : null,
    embed,
    embedCode: embedCode(embed),
    shareable: `${pages}/watch/${playbackId}`,
    thumbnail: `${origin}/image/${playbackId}/thumbnail.jpg`,
    storyboard: `${origin}/image/${playbackId}/storyboard.vtt`,
  }
}

/** The URLs to play a stream, with the caller's token. */
export async function livestreamPlaybackUrl(live: ViewContext, row: StreamRow, origin: string) {
  const [ports, token] = await Promise.all([loadIngestPorts(live), createPlaybackToken(live, row)])
  const urls = livestreamUrls(row.playbackId, ports, origin, pageOrigin(origin, live.config))
  const embed = withToken(urls.embed, token)
  return {
    hls: withToken(urls.hls, token),
    whep: urls.whep === null ? null : withToken(urls.whep, token),
    embed,
    embedCode: embedCode(embed),
    shareable: withToken(urls.shareable, token),
    thumbnail: withToken(urls.thumbnail, token),
    storyboard: withToken(urls.storyboard, token),
    token: tokenView(token),
  }
}

/** `Live` while viewers can watch, `Active` while a started stream waits for its publisher. */
export function displayStatusOf({ status, started }: Pick<StreamRow, 'status' | 'started'>): DisplayStatus {
  if (status === 'active' || status === 'reconnecting') return 'Live'
  return started && status !== 'disabled' ? 'Active' : 'Offline'
}

interface ViewParts {
  readonly ports: IngestPorts
  readonly origin: string
  readonly pages: string
  readonly now: Date
  readonly token: PlaybackToken | null
  readonly customPlaybacks: number
}

function livestreamView(
  row: StreamRow,
  { ports, origin, pages, token, now, customPlaybacks: number }: ViewParts,
): Livestream {
  return {
    id: row.id,
    environmentId: row.environmentId,
    name: row.name,
    record: row.record,
    group: row.group,
    status: row.status,
    displayStatus: displayStatusOf(row),
    started: row.started,
    ingest: ingestAddresses(ports, origin),
    playbackId: row.playbackId,
    playbackPolicy: row.playbackPolicy,
    playbackRestrictions: row.playbackRestrictions,
    playbackToken: tokenView(token),
    urls: livestreamUrls(row.playbackId, ports, origin, pages),
    latencyMode: row.latencyMode,
    dvrWindowS: row.dvrWindowS,
    reconnectWindowS: row.reconnectWindowS,
    encodingProfileId: row.encodingProfileId,
    takeover: row.takeover,
    adMarkers: row.adMarkers,
    source: shownSource(row.source),
    slateImageId: row.slateImageId,
    tags: row.tags,
    metadata: row.metadata,
    activeSince: row.activeSince?.toISOString() ?? null,
    recordingId: row.recordingId,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    testSignalUntil:
      row.testSignalUntil !== null && row.testSignalUntil > now ? row.testSignalUntil.toISOString() : null,
    backupConnected: row.backupConnected,
    customPlaybacks: number,
    addedBy: row.addedBy,
    createdAt: row.createdAt.toISOString(),
  }
}

async function countCustomPlaybacks(db: Queryable, rows: readonly StreamRow[]): Promise<Map<string, number>> {
  const [first] = rows
  if (first === undefined) return new Map()
  const counted = await db
    .select({ streamId: customPlaybacks.streamId, number: count() })
    .from(customPlaybacks)
    .where(
      and(
        eq(customPlaybacks.environmentId, first.environmentId),
        inArray(
          customPlaybacks.streamId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(customPlaybacks.streamId)
  return new Map(counted.map(({ streamId, number }) => [streamId, number]))
}
