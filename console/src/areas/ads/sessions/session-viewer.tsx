import type { AdSessionDetails } from '@kinora/contract'
import { none } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Facts } from '../../library'

const deviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console', 'wearable', 'headset', 'other'] as const

/** Viewer of a session: location, device and recognition. */
export function SessionViewer({ session }: { readonly session: AdSessionDetails }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const { country, deviceType, device, os, browser, recognizedBy } = session
  const type = deviceTypes.find((one) => one === deviceType)
  const devices = [type === undefined ? '' : t(`ads:log.devices.${type}`), device, os, browser]
  return (
    <Facts
      facts={[
        {
          name: t('ads:log.country'),
          value:
            country === '' ? none : (new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country),
        },
        {
          name: t('ads:sessions.device'),
          value: <bdi>{devices.filter((text) => text !== '').join(' · ') || none}</bdi>,
        },
        { name: t('ads:session.viewer'), value: t(`ads:session.recognized.${recognizedBy}`) },
      ]}
    />
  )
}
