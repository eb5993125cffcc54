import type { AuditAction, EventType } from '@kinora/contract'
import type { Change, ChangedValues } from '../../../platform/events/changes.ts'
import type { ContentRow, RenditionRow } from './content-view.ts'

type AssetEvent = Exclude<
  Extract<EventType, `video.asset.${string}`>,
  `video.asset.rendition.${string}` | `video.asset.playback_id.${string}`
>
type AssetAction = Extract<AuditAction, `asset.${string}`>

/** An event with the current state of a video, for `recordChange`. */
export function contentEvent(row: ContentRow, type: AssetEvent): Change {
  return {
    environmentId: row.environmentId,
    object: objectOf(row),
    event: {
      type,
      data: {
        title: row.title,
        status: row.status,
        playbackId: row.playbackId,
        error: row.errorId,
        imagesError: row.imagesErrorId,
        ...originOf(row),
      },
    },
  }
}

/** An audit entry for a video, for `recordChange`. */
export function contentAudit(row: ContentRow, action: AssetAction, values: ChangedValues): Change {
  return { environmentId: row.environmentId, object: objectOf(row), audit: { action, ...values } }
}

/** An event of one rendition of a video, for `recordChange`. */
export function renditionEvent(
  content: ContentRow,
  row: RenditionRow,
  type: 'video.asset.rendition.ready' | 'video.asset.rendition.errored',
): Change {
  return {
    environmentId: content.environmentId,
    object: objectOf(content),
    event: {
      type,
      data: {
        renditionId: row.id,
        name: row.name,
        status: row.status,
        error: row.errorId,
        ...originOf(content),
      },
    },
  }
}

/** Events of a clip name the video that it was cut from, and are listed with that video's events. */
function originOf({ clipOf }: ContentRow) {
  return clipOf === null ? {} : { clipOf }
}

function objectOf({ id, title }: ContentRow) {
  return { type: 'asset', id, name: title } as const
}
