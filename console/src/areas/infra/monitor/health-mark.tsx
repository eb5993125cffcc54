import type { InfraHealth } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Record<InfraHealth, StatusTone> = {
  good: 'good',
  warning: 'warn',
  bad: 'bad',
  unknown: 'hollow',
}

export function HealthMark({ health }: { readonly health: InfraHealth }) {
  const t = useText()
  return <StatusMark tone={tones[health]}>{t(`infra:health.${health}`)}</StatusMark>
}
