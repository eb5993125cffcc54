import type { Dimension } from '@kinora/contract'
import { adBreakKinds, adSkipReasons } from '@kinora/contract/ads/values'
import { useLanguage, useText } from '../../lib/i18n'
import { languages } from '../../lib/languages'

const files = ['playlist', 'segment', 'image', 'download'] as const
const deviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console', 'wearable', 'headset', 'other'] as const
/** The key of views without a custom URL. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Returns a function that gives the display name of a dimension value. */
export function usePartName() {
  const t = useText()
  const { tag } = languages[useLanguage()]
  return (by: Dimension, key: string, name?: string | null): string => {
    if (by === 'category')
      return t(key === 'live' ? 'analytics:categories.live' : 'analytics:categories.video')
    if (by === 'deviceType') {
      const type = deviceTypes.find((one) => one === key)
      return type === undefined ? t('analytics:notGiven') : t(`analytics:devices.${type}`)
    }
    if (by === 'customPlayback' && key === NO_ID) return t('analytics:mainUrl')
    if (by === 'contentId' || by === 'customPlayback' || by === 'adChannel')
      return name ?? t('analytics:deleted')
    if (by === 'campaign' && name !== undefined) return name ?? t('analytics:ads.deletedCampaign')
    if (by === 'cdn' && key === '') return t('analytics:direct')
    if (by === 'cache') return t(key === 'hit' ? 'analytics:caches.hit' : 'analytics:caches.miss')
    const kind = by === 'breakKind' && adBreakKinds.find((one) => one === key)
    if (kind) return t(`ads:channels.kinds.${kind}`)
    const isReason = by === 'adReason' || by === 'adOutcome'
    const reason = isReason && adSkipReasons.find((one) => one === key)
    if (reason) return t(`ads:decision.reasons.${reason}`)
    if (by === 'adOutcome' && (key === 'ads' || key === 'empty')) return t(`analytics:ads.outcomes.${key}`)
    if (by === 'rendition') {
      if (key === 'audio' || key === 'subtitles') return t(`analytics:renditions.${key}`)
      return key === '' ? t('analytics:otherFiles') : key
    }
    const file = by === 'file' && files.find((one) => one === key)
    if (file) return t(`analytics:files.${file}`)
    if (key === '') return t('analytics:notGiven')
    return by === 'country' ? countryName(key, tag) : key
  }
}

function countryName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
