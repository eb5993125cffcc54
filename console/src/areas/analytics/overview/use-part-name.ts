import type { Dimension } from '@kinora/contract'
import { useText } from '../../../lib/i18n'

/** What people call a value of a dimension. */
export function usePartName() {
  const t = useText()
  return (by: Dimension, key: string, name?: string | null): string => {
    if (by === 'category')
      return t(key === 'live' ? 'analytics:categories.live' : 'analytics:categories.video')
    if (by === 'contentId') return name ?? t('analytics:deleted')
    return key === '' ? t('analytics:notGiven') : key
  }
}
