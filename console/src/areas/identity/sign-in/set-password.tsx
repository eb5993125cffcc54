import { resetPasswordFields } from '@kinora/contract/identity/sign-in'
import { getRouteApi } from '@tanstack/react-router'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/code-field'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { NewPassword } from './new-password'
import { useRequestReset, useResetPassword } from './queries'
import { ResendCode } from './resend-code'
import { SignInLayout } from './sign-in-layout'

const route = getRouteApi('/reset')

/** Does not reveal whether the account exists: only the code proves it. */
export function SetPassword({ email }: { readonly email: string }) {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  const request = useRequestReset()
  const reset = useResetPassword()
  const form = useSchemaForm(resetPasswordFields, { email, otp: '', password: '' })
  const send = form.handleSubmit((body) =>
    reset.mutate(body, {
      onSuccess: () => {
        toast({ text: t('identity:reset.changed'), tone: 'good' })
        void navigate({ to: '/signin', search: { back }, state: { email }, replace: true })
      },
      onError: (error) => {
        if (!(error instanceof Problem)) return
        if (error.id === 'otp-wrong') {
          form.setValue('otp', '')
          form.setFocus('otp')
        } else if (showFieldProblems(form, error, ['otp', 'password'])) reset.reset()
      },
    }),
  )
  const otp = useField(form, 'otp')
  const wrong = reset.error instanceof Problem && reset.error.id === 'otp-wrong' ? reset.error : undefined
  const changeOtp = (digits: string) => {
    otp.onChange(digits)
    if (wrong && digits !== '') reset.reset()
  }
  return (
    <SignInLayout
      title={t('identity:reset.title')}
      heading={t('identity:verify.heading')}
      intro={<SentenceWithNames sentence={t('identity:reset.sent', { email })} names={[email]} />}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-5">
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
        <CodeField
          {...otp}
          autoFocus
          label={t('identity:verify.code')}
          error={wrong ? problemText(t, wrong) : otp.error}
          onChange={changeOtp}
        />
        <NewPassword {...useField(form, 'password')} large label={t('identity:reset.newPassword')} />
        <FormProblem error={wrong ? null : (reset.error ?? request.error)} />
        <Button type="submit" variant="primary" size="large" busy={reset.isPending}>
          {t('identity:reset.submit')}
        </Button>
      </form>
      <div className="mt-6 flex flex-col items-start gap-1 text-13 text-ink-2">
        <ResendCode purpose="reset" email={email} send={request} />
        <Button
          variant="link"
          size="small"
          className="-ms-2.5"
          onPress={() =>
            void navigate({ search: (old) => ({ back: old.back }), state: { email }, replace: true })
          }
        >
          {t('identity:reset.other')}
        </Button>
      </div>
    </SignInLayout>
  )
}
