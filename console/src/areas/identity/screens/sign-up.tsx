import { signUpBody } from '@kinora/contract/identity/sign-in'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { PasswordField } from '../../../ui/password-field'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { safeBack } from '../guards'
import { Entrance } from '../parts/entrance'
import { FormProblem } from '../parts/form-problem'
import { PasswordRules } from '../parts/password-rules'
import { useSignUp } from '../queries'

const route = getRouteApi('/signup')
const fields = ['firstName', 'lastName', 'email', 'password'] as const

export function SignUpScreen() {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = useNavigate()
  const signUp = useSignUp()
  const form = useSchemaForm(signUpBody, { firstName: '', lastName: '', email: '', password: '' })
  const password = useField(form, 'password')
  const send = form.handleSubmit((body) =>
    signUp.mutate(body, {
      onSuccess: () => void navigate({ href: safeBack(back), replace: true }),
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, fields)) signUp.reset()
      },
    }),
  )
  return (
    <Entrance title={t('identity:signUp.title')} heading={t('identity:signUp.heading')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            {...useField(form, 'firstName')}
            large
            autoFocus
            autoComplete="given-name"
            label={t('identity:fields.firstName')}
          />
          <TextField
            {...useField(form, 'lastName')}
            large
            autoComplete="family-name"
            label={t('identity:fields.lastName')}
          />
        </div>
        <TextField
          {...useField(form, 'email')}
          large
          ltr
          type="email"
          autoComplete="username"
          label={t('identity:fields.email')}
        />
        <PasswordField
          {...password}
          large
          autoComplete="new-password"
          label={t('identity:fields.password')}
        />
        <PasswordRules password={password.value} />
        <FormProblem error={signUp.error} />
        <Button type="submit" variant="primary" size="large" busy={signUp.isPending} className="mt-1">
          {t('identity:signUp.submit')}
        </Button>
      </form>
      <p className="mt-6 text-13 text-ink-2">
        {t('identity:signUp.haveAccount')}{' '}
        <TextLink to="/signin" search={back === undefined ? {} : { back }}>
          {t('identity:signIn.submit')}
        </TextLink>
      </p>
    </Entrance>
  )
}
