import type { MonitorEventType, Monitors } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { type Gap, gapsOf } from './gaps'

const tones: Readonly<Record<MonitorEventType, StatusTone>> = {
  connected: 'good',
  disconnected: 'warn',
  refused: 'bad',
  'no-picture': 'bad',
  'bitrate-too-high': 'bad',
  'picture-too-large': 'bad',
  'source-failed': 'bad',
  'worker-failed': 'bad',
  'cue-invalid': 'warn',
  'backup-connected': 'good',
  'backup-disconnected': 'warn',
  failover: 'warn',
  failback: 'good',
  'left-out': 'warn',
  'top-encoded': 'warn',
  'open-gop-encoded': 'warn',
  'codec-encoded': 'warn',
  'top-as-sent': 'warn',
  slate: 'warn',
  recovered: 'good',
  continued: 'warn',
  ended: 'hollow',
}

/** Events that show their detail. */
const detailed: ReadonlySet<MonitorEventType> = new Set([
  'connected',
  'refused',
  'no-picture',
  'left-out',
  'codec-encoded',
  'source-failed',
  'worker-failed',
  'cue-invalid',
  'bitrate-too-high',
  'picture-too-large',
])

/** Events of the stream, newest first. */
export function EventList({ events }: Pick<Monitors, 'events'>) {
  const t = useText()
  const format = useFormat()
  const gaps = gapsOf(events)
  return (
    <Section title={t('live:monitoring.events.title')}>
      {events.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('live:monitoring.events.none')}</p>
      ) : (
        <ol className="divide-y divide-rule">
          {events.map(({ at, type, detail }) => (
            <li key={`${at}-${type}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
              <time dateTime={at} className="tabular w-40 shrink-0 text-12 text-ink-3">
                {format.stamp(at)}
              </time>
              <StatusMark tone={tones[type]}>{t(`live:monitoring.events.${type}`)}</StatusMark>
              <LastedText gap={gaps.find(({ from }) => type === 'slate' && from === at)} />
              {detail !== '' && detailed.has(type) && (
                <bdi className="min-w-0 text-12 wrap-anywhere text-ink-3">{detail}</bdi>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** Time for which viewers saw the slate. */
function LastedText({ gap }: { readonly gap: Gap | undefined }) {
  const t = useText()
  const format = useFormat()
  if (!gap || gap.to === null) return null
  const span = format.timeSpan((Date.parse(gap.to) - Date.parse(gap.from)) / 1000)
  return <span className="tabular text-12 text-ink-3">{t('live:monitoring.events.lasted', { span })}</span>
}
