import type { InfraFinding, InfraFindingId } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

type Kind = 'bytes' | 'time' | 'share' | 'number'

const valueKinds: Partial<Record<InfraFindingId, Kind>> = {
  'process-busy': 'share',
  'disk-full': 'bytes',
  'disk-full-soon': 'time',
  'disk-low': 'bytes',
  'memory-low': 'bytes',
  'queue-stopped': 'time',
  'queue-long': 'time',
  'connections-used-up': 'share',
  'transaction-long': 'time',
  'views-late': 'time',
  'responses-failing': 'share',
}

const DAY_S = 86_400

/** Values and findings in words. */
export function useInfraText() {
  const t = useText()
  const format = useFormat()
  const known = (show: (value: number) => string) => (value: number | null) =>
    value === null ? none : show(value)
  /** A span of time in its largest fitting unit. */
  const time = (seconds: number) => {
    if (seconds >= 2 * DAY_S) return format.unit(Math.round(seconds / DAY_S), 'day', 0, 'long')
    if (seconds >= 5400) return format.unit(Math.round(seconds / 3600), 'hour', 0, 'long')
    if (seconds >= 60) return format.unit(Math.round(seconds / 60), 'minute', 0, 'long')
    return format.unit(Math.round(seconds), 'second', 0, 'long')
  }
  const rounded = (value: number) => format.number(Math.round(value * 10) / 10)
  const show: Record<Kind, (value: number) => string> = {
    time,
    bytes: format.bytes,
    share: format.exactPercent,
    number: rounded,
  }
  return {
    bytes: known(format.bytes),
    number: known((value) => format.number(Math.round(value))),
    rounded: known(rounded),
    share: known(format.percent),
    time: known(time),
    title: ({ id, subject, value }: InfraFinding) =>
      t(`infra:findings.${id}.title`, {
        subject: isolate(subject),
        value: isolate(value === null ? none : show[valueKinds[id] ?? 'number'](value)),
      }),
    advice: ({ id, subject }: InfraFinding) =>
      t(`infra:findings.${id}.advice`, { subject: isolate(subject) }),
  }
}
