import type { Thumbnail } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import type { Translate } from '../../../lib/i18n'

/** The name of a thumbnail: its file name or its time. */
export function thumbnailName(t: Translate, { kind, time, end, fileName }: Thumbnail): string {
  if (fileName !== null) return fileName
  if (kind === 'gif')
    return t('library:thumbnails.gifFrom', { start: timecodeOf(time ?? 0), end: timecodeOf(end ?? 0) })
  return t('library:thumbnails.at', { time: timecodeOf(time ?? 0) })
}

/** The times alone, where the kind is already visible. */
export function shortName({ time, end }: Thumbnail): string {
  const start = timecodeOf(time ?? 0)
  return end === null ? start : `${start} – ${timecodeOf(end)}`
}
