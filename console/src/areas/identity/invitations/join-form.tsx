import { joinBody } from '@kinora/contract/identity/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useLanguage, useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { FormProblem } from '../form-problem'
import { NameFields } from '../sign-in/name-fields'
import { NewPassword } from '../sign-in/new-password'
import { invitationQuery, useJoin } from './queries'

interface JoinFormProps {
  readonly token: string
  readonly organization: string
  readonly email: string
  readonly onJoined: () => void
}

/** Creates an account for an invited address. */
export function JoinForm({ token, organization, email, onJoined }: JoinFormProps) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const join = useJoin(onJoined)
  const form = useSchemaForm(joinBody, { token, firstName: '', lastName: '', password: '' })
  const send = form.handleSubmit((body) =>
    join.mutate(
      { ...body, language },
      {
        onSuccess: () => void navigate({ to: '/', replace: true }),
        onError: (error) => {
          if (!(error instanceof Problem)) return
          if (showFieldProblems(form, error, ['firstName', 'lastName', 'password'])) join.reset()
          // The invitation was withdrawn or accepted in the meantime: refetch it.
          if (error.id === 'invitation-over' || error.id === 'email-taken')
            void queries.invalidateQueries({ queryKey: invitationQuery(token).queryKey })
        },
      },
    ),
  )
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      {/* Password managers read the user name from this field. */}
      <input
        readOnly
        aria-hidden
        tabIndex={-1}
        type="email"
        autoComplete="username"
        value={email}
        className="sr-only"
      />
      <NameFields
        first={{ ...useField(form, 'firstName'), large: true, autoFocus: true }}
        last={{ ...useField(form, 'lastName'), large: true }}
      />
      <NewPassword {...useField(form, 'password')} large />
      <FormProblem error={join.error} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={join.isPending || join.isSuccess}
        className="mt-1"
      >
        {t('identity:invite.join', { organization })}
      </Button>
    </form>
  )
}
