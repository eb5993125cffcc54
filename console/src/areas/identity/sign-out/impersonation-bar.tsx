import { UserSwitch } from '@phosphor-icons/react/dist/csr/UserSwitch'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useSecondsUntil } from '../../../lib/hooks/use-seconds-until'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { useSignedIn } from '../../../lib/session'
import { hasUnsaved } from '../../../lib/unsaved'
import { Spinner } from '../../../ui/spinner'
import { meQuery } from '../queries'
import { useSignOut } from './queries'

const LogOutDialog = lazy(async () => ({ default: (await import('./log-out-dialog')).LogOutDialog }))

/** After the time limit by this device's clock, poll until the server has ended the session by its own clock. */
const pollIntervalMs = 5000

/** Shows above every screen whom an administrator impersonates, for how long, and a button to stop. */
export function ImpersonationBar() {
  const t = useText()
  const format = useFormat()
  const signedIn = useSignedIn()
  const { data: me, refetch } = useQuery({ ...meQuery, enabled: signedIn })
  const stop = useSignOut()
  const [asking, setAsking] = useState(false)
  const acting = me?.impersonation ?? undefined
  const left = useSecondsUntil(acting?.expiresAt)
  const isOver = acting !== undefined && left === 0
  useEffect(() => {
    if (!isOver) return
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isOver, refetch])

  if (!me || !acting) return null
  return (
    <section
      aria-label={t('identity:impersonation.label')}
      className="flex min-h-10 items-center gap-3 bg-act ps-4.5 pe-2 text-13 text-act-ink"
    >
      <UserSwitch size={16} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 py-2 wrap-anywhere">
        <span className="font-mid">
          {t('identity:impersonation.acting', { by: acting.by, name: `${me.firstName} ${me.lastName}` })}
        </span>{' '}
        <span className="tabular whitespace-nowrap opacity-85">
          {t('identity:impersonation.left', { time: format.timeSpan(left) })}
        </span>
      </p>
      <button
        type="button"
        disabled={stop.isPending}
        onClick={() => (hasUnsaved() ? setAsking(true) : stop.mutate())}
        className="relative h-7 shrink-0 rounded-2 border border-current/50 px-3 font-button hover:bg-act-over focus-visible:outline-current pointer-coarse:h-9"
      >
        <span className={stop.isPending ? 'opacity-0' : undefined}>{t('identity:impersonation.stop')}</span>
        {stop.isPending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      <Suspense>{asking && <LogOutDialog onClose={() => setAsking(false)} />}</Suspense>
    </section>
  )
}
