import type { SignedInSession } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { AccountRow } from '../account-section'
import { DeviceIcon, useDeviceText } from '../device'
import { needsIdentity } from './needs-identity'
import { useEndSession } from './queries'

interface SessionRowProps {
  readonly session: SignedInSession
  /** The server asks who the user is before it ends the session. */
  readonly onAsked: (retry: () => void) => void
}

export function SessionRow({ session, onAsked }: SessionRowProps) {
  const t = useText()
  const format = useFormat()
  const { id, isCurrent, userAgent, address, lastSeenAt } = session
  const words = useDeviceText()(userAgent)
  const end = useEndSession()
  const onError = useProblemToast(t('identity:sessions.endFailed'))
  const send = (): void =>
    end.mutate(id, {
      onSuccess: () => toast({ text: t('identity:sessions.ended', { device: words }), tone: 'good' }),
      onError: (error) => (needsIdentity(error) ? onAsked(send) : onError(error)),
    })
  return (
    <AccountRow
      as="li"
      icon={<DeviceIcon userAgent={userAgent} />}
      title={
        <>
          {words}
          {isCurrent && (
            <span className="rounded-1 bg-act-soft px-1.5 text-11 text-act-text">
              {t('identity:sessions.here')}
            </span>
          )}
        </>
      }
      actions={
        !isCurrent && (
          <Button size="small" busy={end.isPending || end.isSuccess} onPress={send}>
            <span aria-hidden>{t('identity:sessions.end')}</span>
            <span className="sr-only">{t('identity:sessions.endOf', { device: words })}</span>
          </Button>
        )
      }
    >
      {address !== null && (
        <>
          <bdi className="tabular">{address}</bdi>
          <span aria-hidden> · </span>
        </>
      )}
      <time dateTime={lastSeenAt} title={format.exactTime(lastSeenAt)}>
        {isCurrent
          ? t('identity:sessions.now')
          : t('identity:sessions.seen', { when: format.relative(lastSeenAt) })}
      </time>
    </AccountRow>
  )
}
