import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ErrorState } from '../../../ui/error-state'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { ChangeRow } from './change-row'
import { changesQuery } from './queries'

/** The change history of a video, newest first. */
export function Changes({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data, error, isFetching, refetch } = useQuery(changesQuery(environment.id, content.id))
  return (
    <Section title={t('library:changes.title')}>
      {data ? (
        data.items.length === 0 ? (
          <p className="pt-3 text-ink-3">{t('library:changes.none')}</p>
        ) : (
          <ul className="divide-y divide-rule">
            {data.items.map((change) => (
              <ChangeRow key={change.id} content={content} change={change} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState
          title={t('library:changes.failed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="flex flex-col gap-3 pt-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
    </Section>
  )
}
