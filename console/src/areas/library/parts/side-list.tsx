import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { sectionHeadLook, sectionTitleLook } from './video-overview-look'

interface SideListProps<T> {
  readonly title: string
  readonly list: UseQueryResult<{ readonly items: readonly T[] }>
  /** Shown if the list fails to load. */
  readonly failed: string
  /** Shown if the list is empty. */
  readonly none?: string
  readonly rowOf: (item: T) => ReactNode
  readonly add: string
  /** Undefined if the user may not add. */
  readonly onAdd: (() => void) | undefined
  /** The dialogs that the rows open. */
  readonly children: ReactNode
}

/** A short list beside a video, with a button to add to it. */
export function SideList<T>(props: SideListProps<T>) {
  const { title, list, failed, none, rowOf, add, onAdd, children } = props
  const { data, error, refetch } = list
  const t = useText()
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{title}</h2>
        {onAdd && data && (
          <Button variant="link" size="small" onPress={onAdd} className="-me-2.5">
            {add}
          </Button>
        )}
      </header>
      {data ? (
        none !== undefined && data.items.length === 0 ? (
          <p className="pt-3 text-ink-3">{none}</p>
        ) : (
          <ul>{data.items.map(rowOf)}</ul>
        )
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-3 pt-3 text-ink-3">
          {failed}
          <Button size="small" onPress={() => void refetch()}>
            {t('library:actions.retry')}
          </Button>
        </p>
      ) : (
        <Skeleton className="mt-3 h-12" />
      )}
      {children}
    </section>
  )
}
