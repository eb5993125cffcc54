import { Desktop } from '@phosphor-icons/react/dist/csr/Desktop'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { Question } from '@phosphor-icons/react/dist/csr/Question'
import { Terminal } from '@phosphor-icons/react/dist/csr/Terminal'
import { type Translate, useText } from '../../lib/i18n'
import { type DeviceName, deviceName } from './device-name'

const icons = { computer: Desktop, phone: DeviceMobile, program: Terminal, unknown: Question }

export function DeviceIcon({ userAgent }: { readonly userAgent: string | null }) {
  const Icon = icons[deviceName(userAgent).kind]
  return <Icon size={20} aria-hidden />
}

/** Names the browser and the system of a User-Agent header. */
export function useDeviceText(): (userAgent: string | null) => string {
  const t = useText()
  return (userAgent) => deviceText(t, deviceName(userAgent))
}

function deviceText(t: Translate, { browser, system }: DeviceName): string {
  if (browser !== undefined && system !== undefined) return t('identity:device.named', { browser, system })
  return browser ?? system ?? t('identity:device.unknown')
}
