import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { useSignedIn } from '../../../lib/session'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { meQuery } from '../queries'
import { SignInLayout } from '../sign-in/sign-in-layout'
import { InvitationExpired } from './invitation-expired'
import { InvitationOffer } from './invitation-offer'
import { type Invitation, invitationQuery } from './queries'
import { storedInvitation } from './stored-invitation'

/** The screen that an invitation link opens. */
export function InviteScreen() {
  const t = useText()
  const kept = storedInvitation()
  const signedIn = useSignedIn()
  const me = useQuery({ ...meQuery, enabled: signedIn })
  const invitation = useQuery({ ...invitationQuery(kept ?? ''), enabled: kept !== null })
  // Accepting invalidates the invitation; keep showing it until the navigation ends.
  const [taken, setTaken] = useState<{ token: string; invitation: Invitation }>()
  const error = invitation.error ?? me.error

  if (taken) return <InvitationOffer {...taken} me={undefined} onJoined={() => undefined} />
  if (kept === null || isExpired(invitation.error)) return <InvitationExpired known={kept !== null} />
  if (invitation.data && (me.data || !signedIn)) {
    const offer = { token: kept, invitation: invitation.data }
    return <InvitationOffer {...offer} me={signedIn ? me.data : undefined} onJoined={() => setTaken(offer)} />
  }
  return (
    <SignInLayout title={t('identity:invite.title')} heading={t('identity:invite.title')}>
      {error ? (
        <ErrorState
          title={t('identity:invite.failed')}
          error={error}
          busy={invitation.isFetching}
          onRetry={() => {
            void invitation.refetch()
            if (signedIn) void me.refetch()
          }}
        />
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="mt-4 h-10 w-full" />
        </div>
      )}
    </SignInLayout>
  )
}

/** A truncated link counts as expired. */
function isExpired(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'invitation-over' || error.id === 'request-invalid')
}
