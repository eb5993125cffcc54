import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { ActivityRow } from './activity-row'
import { activityQuery } from './queries'

/** Records of the user's account, newest first. */
export function SignInActivity() {
  const t = useText()
  const list = useInfiniteQuery(activityQuery)
  const records = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && !records)
    return (
      <ErrorState
        title={t('identity:activity.failed')}
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (!records) return <ActivitySkeleton />
  if (records.length === 0) return <p className="text-ink-3">{t('identity:activity.none')}</p>
  return (
    <>
      <ul>
        {records.map((record) => (
          <ActivityRow key={record.id} record={record} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-5">
          <Button variant="quiet" busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('identity:activity.earlier')}
          </Button>
        </div>
      )}
    </>
  )
}

function ActivitySkeleton() {
  return (
    <ul aria-busy className="flex flex-col">
      {[0, 1, 2].map((row) => (
        <li key={row} className="flex flex-col gap-2 border-b border-rule py-3.5 first:pt-1 last:border-b-0">
          <Skeleton className="h-2.5 w-40" />
          <Skeleton className="h-2 w-56" />
        </li>
      ))}
    </ul>
  )
}
