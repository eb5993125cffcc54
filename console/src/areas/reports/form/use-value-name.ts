import type { Dimension } from '@kinora/contract'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'

const deviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console', 'wearable', 'headset', 'other'] as const

/** Returns a function that gives the name of a value of a filter. */
export function useValueName() {
  const t = useText()
  const { tag } = languages[useLanguage()]
  return (by: Dimension, value: string, name?: string | null): string => {
    if (by === 'category') return t(`analytics:categories.${value === 'live' ? 'live' : 'video'}`)
    const device = by === 'deviceType' && deviceTypes.find((one) => one === value)
    if (device) return t(`analytics:devices.${device}`)
    if (name !== undefined) return name ?? t('analytics:deleted')
    if (value === '') return t('analytics:notGiven')
    return by === 'country' ? countryName(value, tag) : value
  }
}

function countryName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
