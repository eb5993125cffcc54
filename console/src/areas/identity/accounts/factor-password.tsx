import { beginSecondFactorBody } from '@kinora/contract/identity/accounts'
import { useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FormDialog } from '../../../ui/form-dialog'
import { PasswordField } from '../../../ui/password-field'
import { FormProblem } from '../form-problem'
import type { useBeginFactor } from './queries'

interface FactorPasswordProps {
  readonly begin: ReturnType<typeof useBeginFactor>
  readonly onClose: () => void
}

/** Asks for the password before the second factor is set up. */
export function FactorPassword({ begin, onClose }: FactorPasswordProps) {
  const t = useText()
  const formId = useId()
  const form = useSchemaForm(beginSecondFactorBody, { password: '' })
  const password = useField(form, 'password')
  const wrong =
    begin.error instanceof Problem && begin.error.id === 'password-wrong' ? begin.error : undefined
  const change = (text: string) => {
    password.onChange(text)
    if (wrong) begin.reset()
  }
  return (
    <FormDialog
      title={t('identity:factor.turnOnTitle')}
      dirty={false}
      busy={begin.isPending}
      onClose={onClose}
      cancel={t('identity:account.cancel')}
      submit={{ form: formId, label: t('identity:factor.continue') }}
    >
      <p className="mb-4">{t('identity:factor.passwordAbout')}</p>
      <form id={formId} onSubmit={form.handleSubmit((body) => begin.mutate(body))} noValidate>
        <PasswordField
          {...password}
          autoFocus
          autoComplete="current-password"
          label={t('identity:account.currentPassword')}
          error={wrong ? problemText(t, wrong) : password.error}
          onChange={change}
        />
      </form>
      {!wrong && begin.error && (
        <div className="mt-4">
          <FormProblem error={begin.error} />
        </div>
      )}
    </FormDialog>
  )
}
