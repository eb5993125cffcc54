import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import { FormDialog } from '../../../ui/form-dialog'
import { PasswordField } from '../../../ui/password-field'
import { FormProblem } from '../form-problem'
import { meQuery } from '../queries'
import { FactorCode } from '../sign-in/factor-code'
import { useAuthenticateAgain } from './queries'

interface ConfirmIdentityProps {
  readonly onClose: () => void
  /** The user has proved who they are. */
  readonly onConfirmed: () => void
}

/** Asks for the password, or for a code if there is none, before a call that needs a recent sign-in. */
export function ConfirmIdentity({ onClose, onConfirmed }: ConfirmIdentityProps) {
  const t = useText()
  const formId = useId()
  const { data: user } = useSuspenseQuery(meQuery)
  const again = useAuthenticateAgain()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const wrong =
    again.error instanceof Problem && again.error.id === 'password-wrong' ? again.error : undefined
  const canConfirm = user.hasPassword || user.hasSecondFactor
  const give = (proof: { password: string } | { code: string }) =>
    again.mutate(proof, { onSuccess: onConfirmed })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') setIsMissing(true)
    else give({ password })
  }
  return (
    <FormDialog
      title={t('identity:confirmIdentity.title')}
      dirty={false}
      busy={again.isPending}
      onClose={onClose}
      cancel={t('identity:account.cancel')}
      submit={{ form: formId, label: t('identity:confirmIdentity.submit'), disabled: !canConfirm }}
    >
      <p className="mb-4">{t('identity:confirmIdentity.about')}</p>
      {user.hasPassword ? (
        <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
          <PasswordField
            autoFocus
            autoComplete="current-password"
            label={t('identity:account.currentPassword')}
            value={password}
            error={isMissing ? t('messages.required') : wrong && problemText(t, wrong)}
            onChange={(typed) => {
              setPassword(typed)
              setIsMissing(false)
              again.reset()
            }}
          />
          {!wrong && <FormProblem error={again.error} />}
        </form>
      ) : user.hasSecondFactor ? (
        <FactorCode
          id={formId}
          error={again.error}
          busy={again.isPending}
          onCode={(code) => give({ code })}
        />
      ) : (
        <Banner tone="info">{t('identity:confirmIdentity.signInAgain')}</Banner>
      )}
    </FormDialog>
  )
}
