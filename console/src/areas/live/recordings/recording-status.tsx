import type { LiveRecording } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

export function RecordingStatus({ recording }: { readonly recording: LiveRecording }) {
  const t = useText()
  return recording.isLive ? (
    <StatusMark tone="live">{t('live:recordings.status.live')}</StatusMark>
  ) : (
    <StatusMark tone="hollow">{t('live:recordings.status.ended')}</StatusMark>
  )
}

interface AvailableUntilProps {
  readonly recording: LiveRecording
  /** Whether a column header already names the time. */
  readonly hasHead?: boolean
}

/** Expiry of the recording. While it grows, the text of the rule. */
export function AvailableUntil({ recording: { expiresAt }, hasHead = false }: AvailableUntilProps) {
  const t = useText()
  const format = useFormat()
  if (expiresAt === null) return <span className="text-ink-3">{t('live:recordings.afterEnd')}</span>
  const time = format.timeOfDay(expiresAt)
  return (
    <time dateTime={expiresAt} title={format.exactTime(expiresAt)} className="tabular">
      {hasHead ? time : t('live:recordings.until', { time })}
    </time>
  )
}
