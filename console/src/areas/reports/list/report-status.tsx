import type { Report, ReportRunState } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Readonly<Record<ReportRunState, StatusTone>> = {
  due: 'planned',
  rendering: 'planned',
  sending: 'planned',
  sent: 'good',
  partly: 'warn',
  failed: 'bad',
}

export function ReportStatus({ report }: { readonly report: Pick<Report, 'isPaused' | 'nextAt'> }) {
  const t = useText()
  if (report.isPaused) return <StatusMark tone="hollow">{t('reports:status.paused')}</StatusMark>
  if (report.nextAt === null) return <StatusMark tone="hollow">{t('reports:status.ended')}</StatusMark>
  return <StatusMark tone="good">{t('reports:status.active')}</StatusMark>
}

export function RunState({ state }: { readonly state: ReportRunState }) {
  const t = useText()
  return <StatusMark tone={tones[state]}>{t(`reports:states.${state}`)}</StatusMark>
}
