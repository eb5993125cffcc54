import type { Member, SignedInSession } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { AccountRow } from '../account-section'
import { DeviceIcon, useDeviceText } from '../device'
import { useWorkspace } from '../workspace'
import { memberSessionsQuery, useEndMemberSession, useEndMemberSessions } from './queries'

interface MemberSessionsProps {
  readonly member: Member
  readonly userId: string
  readonly onClose: () => void
}

/** Sessions of a member, with buttons to end them. */
export function MemberSessions({ member, userId, onClose }: MemberSessionsProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const list = useQuery(memberSessionsQuery(organization.id, userId))
  const endAll = useEndMemberSessions(organization.id, userId)
  const onError = useProblemToast(t('identity:memberSessions.endFailed'))
  const name = member.name ?? member.email
  const sessions = list.data?.items
  const end = () =>
    endAll.mutate(undefined, {
      onSuccess: () => {
        toast({ text: t('identity:memberSessions.allEnded', { name }), tone: 'good' })
        onClose()
      },
      onError,
    })
  return (
    <Dialog
      wide
      isOpen
      onOpenChange={onClose}
      title={t('identity:memberSessions.title', { name })}
      foot={
        sessions !== undefined &&
        sessions.length > 0 && (
          <Button busy={endAll.isPending} onPress={end}>
            {t('identity:memberSessions.endAll')}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-2">{t('identity:memberSessions.about')}</p>
      {list.isError && !sessions ? (
        <ErrorState
          title={t('identity:memberSessions.failed')}
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : sessions === undefined ? (
        <div aria-busy className="flex flex-col gap-2 py-2">
          <Skeleton className="h-2.5 w-40" />
          <Skeleton className="h-2 w-56" />
        </div>
      ) : sessions.length === 0 ? (
        <p className="text-ink-3">{t('identity:memberSessions.none')}</p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} userId={userId} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function SessionItem({ session, userId }: { readonly session: SignedInSession; readonly userId: string }) {
  const t = useText()
  const format = useFormat()
  const { organization } = useWorkspace()
  const { id, userAgent, address, lastSeenAt } = session
  const device = useDeviceText()(userAgent)
  const end = useEndMemberSession(organization.id, userId)
  const onError = useProblemToast(t('identity:memberSessions.endFailed'))
  const send = () =>
    end.mutate(id, {
      onSuccess: () => toast({ text: t('identity:sessions.ended', { device }), tone: 'good' }),
      onError,
    })
  return (
    <AccountRow
      as="li"
      icon={<DeviceIcon userAgent={userAgent} />}
      title={<bdi>{device}</bdi>}
      actions={
        <Button size="small" busy={end.isPending || end.isSuccess} onPress={send}>
          <span aria-hidden>{t('identity:sessions.end')}</span>
          <span className="sr-only">{t('identity:sessions.endOf', { device })}</span>
        </Button>
      }
    >
      {address !== null && (
        <>
          <bdi className="tabular">{address}</bdi>
          <span aria-hidden> · </span>
        </>
      )}
      <time dateTime={lastSeenAt} title={format.exactTime(lastSeenAt)}>
        {t('identity:sessions.seen', { when: format.relative(lastSeenAt) })}
      </time>
    </AccountRow>
  )
}
