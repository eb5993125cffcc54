import type { Dimension } from '@kinora/contract'
import { useText } from '../../../lib/i18n'

const deviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console', 'wearable', 'headset', 'other'] as const

/** What people call a value of a dimension. */
export function usePartName() {
  const t = useText()
  return (by: Dimension, key: string, name?: string | null): string => {
    if (by === 'category')
      return t(key === 'live' ? 'analytics:categories.live' : 'analytics:categories.video')
    if (by === 'deviceType') {
      const type = deviceTypes.find((one) => one === key)
      return type === undefined ? t('analytics:notGiven') : t(`analytics:devices.${type}`)
    }
    if (by === 'contentId') return name ?? t('analytics:deleted')
    return key === '' ? t('analytics:notGiven') : key
  }
}
