import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { type Counted, errorsQuery } from '../queries'
import { useErrorName } from './use-error-name'

interface ErrorListProps {
  readonly counted: Counted
  readonly onOpen: (code: string) => void
}

/** Errors that ended views. Each opens the list of its views. */
export function ErrorList({ counted, onOpen }: ErrorListProps) {
  const t = useText()
  const format = useFormat()
  const errorName = useErrorName()
  const errors = useQuery(errorsQuery(counted))
  return (
    <section aria-label={t('analytics:errors')} className="min-w-0">
      <h2 className="pb-2 text-16 font-head">{t('analytics:errors')}</h2>
      {errors.data?.length === 0 && <p className="text-13 text-ink-3">{t('analytics:noErrors')}</p>}
      {errors.isError && !errors.data && <p className="text-13 text-ink-2">{t('analytics:failed')}</p>}
      {errors.isPending && (
        <div aria-busy>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      <ul>
        {errors.data?.map(({ code, failures, share, lastAt }) => (
          <li key={code} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onOpen(code)}
              className="flex w-full flex-col gap-0.5 py-1.5 text-start text-13 hover:bg-sunk"
            >
              <span className="flex w-full items-baseline justify-between gap-3">
                <span className="truncate">{errorName(code)}</span>
                <span className="tabular text-ink-2">
                  {t('analytics:failures', { count: failures, share: format.exactPercent(share) })}
                </span>
              </span>
              <span className="text-12 text-ink-3">
                {t('analytics:lastSeen', { when: format.relative(lastAt) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
