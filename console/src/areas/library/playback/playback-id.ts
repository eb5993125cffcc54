import type { PlaybackId } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'

/** The display name of a playback id. */
export function playbackIdName(t: Translate, { name, isFirst }: PlaybackId): string {
  if (name !== '') return name
  return isFirst ? t('library:playbackIds.first') : t('library:playbackIds.unnamed')
}

/** Its restrictions in short phrases; empty if it has none. */
export function limitsOf(
  t: Translate,
  format: Formatter,
  { restrictions }: Pick<PlaybackId, 'restrictions'>,
): string[] {
  const { allowedReferrers, playableFrom: from, playableUntil: until } = restrictions
  const [site, ...others] = allowedReferrers
  const at = (time: string) => format.exactTime(time)
  const sites =
    site === undefined
      ? undefined
      : others.length === 0
        ? t('library:playbackIds.onSite', { site: isolate(site) })
        : t('library:playbackIds.onSites', { site: isolate(site), count: others.length })
  return [
    sites,
    from === null ? undefined : t('library:playbackIds.fromTime', { time: at(from) }),
    until === null ? undefined : t('library:playbackIds.untilTime', { time: at(until) }),
  ].filter((limit) => limit !== undefined)
}
