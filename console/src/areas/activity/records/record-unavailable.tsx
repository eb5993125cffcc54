import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'

interface RecordUnavailableProps {
  /** Null while the record is loading. */
  readonly error: unknown
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Replaces a record that is loading, deleted or failed to load. */
export function RecordUnavailable({ error, busy, onRetry }: RecordUnavailableProps) {
  const t = useText()
  if (error === null) return <Skeleton className="h-40" />
  if (error instanceof Problem && error.id === 'not-found') return <p>{t('activity:records.gone')}</p>
  return <ErrorState title={t('activity:records.failedOne')} error={error} busy={busy} onRetry={onRetry} />
}
