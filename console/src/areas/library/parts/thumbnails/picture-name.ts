import type { Thumbnail } from '@kinora/contract'
import type { Translate } from '../../../../lib/i18n'
import { clockOf } from '../../clock'

/** What a picture is called: its file, or when it is. */
export function pictureName(t: Translate, { kind, time, end, fileName }: Thumbnail): string {
  if (fileName !== null) return fileName
  if (kind === 'gif')
    return t('library:thumbnails.gifFrom', { start: clockOf(time ?? 0), end: clockOf(end ?? 0) })
  return t('library:thumbnails.at', { time: clockOf(time ?? 0) })
}

/** The times alone, for a place that shows what it is. */
export function shortName({ time, end }: Thumbnail): string {
  const start = clockOf(time ?? 0)
  return end === null ? start : `${start} – ${clockOf(end)}`
}
