import { changePasswordBody } from '@kinora/contract/identity/accounts'
import { typed } from '@kinora/contract/identity/people'
import { messages } from '@kinora/contract/messages.gen'
import { useId } from 'react'
import * as z from 'zod/mini'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FormDialog } from '../../../ui/form-dialog'
import { PasswordField } from '../../../ui/password-field'
import type { TextFieldProps } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { NewPassword } from '../sign-in/new-password'
import { useChangePassword } from './queries'

const body = z.object({ ...changePasswordBody.shape, confirmation: typed }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    error: messages.passwordMatch,
  }),
)

type Field = Pick<TextFieldProps, 'name' | 'value' | 'error' | 'inputRef' | 'onBlur' | 'onChange'>

export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const change = useChangePassword()
  const form = useSchemaForm(body, { currentPassword: '', newPassword: '', confirmation: '' })
  const current = useField(form, 'currentPassword')
  const fresh = useField(form, 'newPassword')
  const problem = change.error instanceof Problem ? change.error : undefined
  const send = form.handleSubmit(({ confirmation: _, ...passwords }) =>
    change.mutate(passwords, {
      onSuccess: () => {
        toast({ text: t('identity:account.passwordChanged'), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['newPassword'])) change.reset()
      },
    }),
  )
  /** The server's error for a field is shown until the user edits that field. */
  const serverError = (field: Field, id: 'password-wrong' | 'password-same') => ({
    ...field,
    error: problem?.id === id ? problemText(t, problem) : field.error,
    onChange: (text: string) => {
      field.onChange(text)
      if (problem?.id === id) change.reset()
    },
  })
  const isShownAtField = problem?.id === 'password-wrong' || problem?.id === 'password-same'
  return (
    <FormDialog
      title={t('identity:account.changePassword')}
      dirty={form.formState.isDirty}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('identity:account.cancel')}
      submit={{ form: formId, label: t('identity:account.changePassword') }}
    >
      <p className="mb-4">{t('identity:account.changePasswordAbout')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <PasswordField
          {...serverError(current, 'password-wrong')}
          autoFocus
          autoComplete="current-password"
          label={t('identity:account.currentPassword')}
        />
        <NewPassword {...serverError(fresh, 'password-same')} label={t('identity:account.newPassword')} />
        <PasswordField
          {...useField(form, 'confirmation')}
          autoComplete="new-password"
          label={t('identity:account.confirmation')}
        />
        {!isShownAtField && <FormProblem error={change.error} />}
      </form>
    </FormDialog>
  )
}
