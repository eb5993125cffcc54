import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { ErrorState } from '../../../ui/error-state'
import { Page } from '../../../ui/page'
import { SearchField } from '../../../ui/search-field'
import { Skeleton } from '../../../ui/skeleton'
import { findCalls } from '../openapi-document'
import { docsQuery } from '../records/queries'
import { CallDetail } from './call-detail'
import { CallList } from './call-list'

const route = getRouteApi('/$environmentId/api-docs')

/** Documents every API call of this installation from the same contract as the console. */
export function ApiDocsScreen() {
  const t = useText()
  const { phrase, call: id } = route.useSearch()
  const navigate = route.useNavigate()
  const [token, setToken] = useState('')
  const { data: calls, error, isFetching, refetch } = useQuery(docsQuery)
  const found = calls && findCalls(calls, phrase)
  const open = calls?.find((call) => call.id === id)

  return (
    <Page title={t('activity:docs.title')}>
      <p className="mt-1 mb-4 max-w-(--w-text) text-14 text-pretty text-ink-2">
        {t('activity:docs.about')}{' '}
        <a
          href="/openapi.json"
          target="_blank"
          rel="noreferrer"
          className="rounded-1 font-mid text-act-text underline-offset-2 hover:underline"
        >
          {t('activity:docs.machine')}
        </a>
      </p>
      {error && !calls ? (
        <div className="pt-10">
          <ErrorState
            title={t('activity:docs.failed')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="grid gap-x-8 lg:grid-cols-[300px_minmax(0,1fr)]">
          <div
            className={cx(
              'lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto',
              open && 'max-lg:hidden',
            )}
          >
            <SearchField
              label={t('activity:docs.search')}
              value={phrase}
              slash
              onChange={(value) =>
                void navigate({ search: (old) => ({ ...old, phrase: value }), replace: true })
              }
            />
            {found ? (
              <CallList calls={found} openId={id} phrase={phrase} />
            ) : (
              <Skeleton className="mt-4 h-96" />
            )}
          </div>
          {open ? (
            <CallDetail key={open.id} call={open} token={token} onTokenChange={setToken} />
          ) : (
            <p className="pt-2 text-ink-3 max-lg:hidden">{t('activity:docs.choose')}</p>
          )}
        </div>
      )}
    </Page>
  )
}
