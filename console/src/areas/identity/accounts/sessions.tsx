import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { needsIdentity } from './needs-identity'
import { sessionsQuery, useEndOtherSessions } from './queries'
import { SessionRow } from './session-row'

const ConfirmIdentity = lazy(async () => ({ default: (await import('./confirm-identity')).ConfirmIdentity }))

/** The number of sessions shown before the list is expanded. */
const fewRows = 5

/** The user's sessions, with buttons to end them. */
export function Sessions() {
  const t = useText()
  const format = useFormat()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  // What to do once the user has proved who they are.
  const [retry, setRetry] = useState<() => void>()
  const sessions = data?.items
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0

  if (error && !sessions) {
    return (
      <ErrorState
        title={t('identity:sessions.failed')}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!sessions) return <SessionsSkeleton />
  return (
    <>
      <ul>
        {(all ? sessions : sessions.slice(0, fewRows)).map((session) => (
          <SessionRow key={session.id} session={session} onAsked={(retry) => setRetry(() => retry)} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        {others > 0 && <Button onPress={() => setAsking(true)}>{t('identity:sessions.endOthers')}</Button>}
        {!all && sessions.length > fewRows && (
          <Button variant="quiet" onPress={() => setAll(true)}>
            {t('identity:sessions.showAll', { number: format.number(sessions.length) })}
          </Button>
        )}
      </div>
      {asking && (
        <EndOthers
          count={others}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false)
            setRetry(() => () => setAsking(true))
          }}
        />
      )}
      <Suspense>
        {retry && (
          <ConfirmIdentity
            onClose={() => setRetry(undefined)}
            onConfirmed={() => {
              setRetry(undefined)
              retry()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface EndOthersProps {
  readonly count: number
  readonly onClose: () => void
  /** The server asks who the user is first. */
  readonly onAsked: () => void
}

function EndOthers({ count, onClose, onAsked }: EndOthersProps) {
  const t = useText()
  const end = useEndOtherSessions()
  const send = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast({ text: t('identity:sessions.othersEnded'), tone: 'good' })
        onClose()
      },
      onError: (error) => needsIdentity(error) && onAsked(),
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:sessions.endOthersTitle', { count })}
      confirm={t('identity:sessions.endOthers')}
      cancel={t('identity:sessions.keep')}
      busy={end.isPending}
      onConfirm={send}
    >
      <p className="mb-3">{t('identity:sessions.endOthersAbout')}</p>
      <FormProblem error={end.error} />
    </ConfirmDialog>
  )
}

function SessionsSkeleton() {
  return (
    <ul aria-busy className="flex flex-col">
      {[0, 1].map((row) => (
        <li key={row} className="flex flex-col gap-2 border-b border-rule py-3.5 first:pt-1 last:border-b-0">
          <Skeleton className="h-2.5 w-40" />
          <Skeleton className="h-2 w-56" />
        </li>
      ))}
    </ul>
  )
}
