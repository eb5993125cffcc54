import type { Livestream } from '@kinora/contract'
import { desc, gt } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import { liveNodes } from './tables.ts'

/** A live node that has not reported for longer has stopped. */
export const NODE_SEEN_S = 10
const RTMP_DEFAULT_PORT = 1935

/** Ports and protocols of a live node. */
export interface IngestPorts {
  readonly rtmpPort: number
  readonly rtmpsPort: number | null
  readonly srtPort: number | null
  readonly webrtc: boolean
}

/** Ports of the newest running live node, or those of the configuration. */
export async function loadIngestPorts({
  db,
  clock,
  config,
}: Pick<Live, 'db' | 'clock' | 'config'>): Promise<IngestPorts> {
  const [node] = await db
    .select()
    .from(liveNodes)
    .where(gt(liveNodes.seenAt, addSeconds(clock.now(), -NODE_SEEN_S)))
    .orderBy(desc(liveNodes.startedAt))
    .limit(1)
  return (
    node ?? {
      rtmpPort: config.RTMP_PORT,
      rtmpsPort: config.RTMPS_PORT ?? null,
      srtPort: config.SRT_PORT,
      webrtc: false,
    }
  )
}

/** Stream key and SRT stream ID of a backup encoder. */
const backupKeys = {
  streamKey: '{streamKey}?backup=1',
  srtStreamId: '#!::r={streamKey},m=publish,backup=1',
}

/** Ingest URLs of this installation. They never contain the stream key. @param origin public scheme and host */
export function ingestAddresses(
  { rtmpPort, rtmpsPort, srtPort, webrtc }: IngestPorts,
  origin: string,
): Livestream['ingest'] {
  const { hostname } = new URL(origin)
  return {
    rtmp: `rtmp://${hostname}${rtmpPort === RTMP_DEFAULT_PORT ? '' : `:${rtmpPort}`}/live`,
    rtmps: rtmpsPort === null ? null : `rtmps://${hostname}:${rtmpsPort}/live`,
    srt: srtPort === null ? null : `srt://${hostname}:${srtPort}`,
    whip: webrtc ? `${origin}/whip` : null,
    backup: backupKeys,
  }
}
