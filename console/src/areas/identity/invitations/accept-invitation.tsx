import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { invitationQuery, useAcceptInvitation } from './queries'
import { storeInvitation } from './stored-invitation'

interface AcceptInvitationProps {
  readonly token: string
  readonly organization: string
  readonly mustVerify: boolean
}

/** Lets a user who is signed in with the invited address accept with one press. */
export function AcceptInvitation({ token, organization, mustVerify }: AcceptInvitationProps) {
  const t = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const accept = useAcceptInvitation()
  const send = () =>
    accept.mutate(token, {
      onSuccess: ({ name, environments: [first] }) => {
        storeInvitation(null)
        toast({ text: t('identity:invite.joined', { organization: name }), tone: 'good' })
        void navigate(
          first
            ? { to: '/$environmentId', params: { environmentId: first.id }, replace: true }
            : { to: '/', replace: true },
        )
      },
      onError: (error) => {
        if (error instanceof Problem && error.id === 'invitation-over')
          void queries.invalidateQueries({ queryKey: invitationQuery(token).queryKey })
      },
    })
  if (mustVerify) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-14 text-pretty text-ink-2">{t('identity:invite.verifyFirst')}</p>
        <LinkButton to="/verify" search={{ back: '/invite' }} variant="primary" size="large">
          {t('identity:invite.verify')}
        </LinkButton>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <FormProblem error={accept.error} />
      <Button
        autoFocus
        variant="primary"
        size="large"
        busy={accept.isPending || accept.isSuccess}
        onPress={send}
      >
        {t('identity:invite.join', { organization })}
      </Button>
    </div>
  )
}
