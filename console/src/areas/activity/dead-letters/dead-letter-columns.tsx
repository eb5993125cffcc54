import type { DeadLetter } from '@kinora/contract'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { RecordTime } from '../records/record-time'

export function useDeadLetterColumns(): readonly Column<DeadLetter>[] {
  const t = useText()
  return [
    {
      id: 'failedAt',
      head: t('activity:deadLetters.failedAt'),
      width: '12rem',
      from: 'sm',
      cell: ({ failedAt }) => <RecordTime at={failedAt} />,
    },
    {
      id: 'event',
      head: t('activity:deadLetters.event'),
      cell: ({ eventType, error }) => (
        <span className="block min-w-0">
          <span className="cut block">
            <span className="ltr font-code text-12 text-ink">{eventType}</span>
          </span>
          <span dir="auto" className="cut own-way block text-12 text-ink-3" title={error}>
            {error}
          </span>
        </span>
      ),
    },
    {
      id: 'subscription',
      head: t('activity:deadLetters.subscription'),
      width: '13rem',
      from: 'md',
      cell: ({ subscription }) => (
        <span className="ltr cut font-code text-12 text-ink-2">{subscription}</span>
      ),
    },
    {
      id: 'environment',
      head: t('activity:deadLetters.organization'),
      width: '13rem',
      from: 'lg',
      cell: ({ environment }) => (
        <span className="block min-w-0">
          <span dir="auto" className="cut own-way block text-ink-2">
            {environment?.organizationName ?? none}
          </span>
          <span dir="auto" className="cut own-way block text-12 text-ink-3">
            {environment?.name}
          </span>
        </span>
      ),
    },
  ]
}
