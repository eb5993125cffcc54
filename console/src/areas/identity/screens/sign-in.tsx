import { signInBody } from '@kinora/contract/identity/sign-in'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { PasswordField } from '../../../ui/password-field'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { safeBack } from '../guards'
import { Entrance } from '../parts/entrance'
import { FormProblem } from '../parts/form-problem'
import { useSignIn } from '../queries'

const route = getRouteApi('/signin')

export function SignInScreen() {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = useNavigate()
  const signIn = useSignIn()
  const form = useSchemaForm(signInBody, { email: '', password: '' })
  const send = form.handleSubmit((body) =>
    signIn.mutate(body, { onSuccess: () => void navigate({ href: safeBack(back), replace: true }) }),
  )
  return (
    <Entrance title={t('identity:signIn.title')} heading={t('identity:signIn.heading')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'email')}
          large
          ltr
          autoFocus
          type="email"
          autoComplete="username"
          label={t('identity:fields.email')}
        />
        <PasswordField
          {...useField(form, 'password')}
          large
          autoComplete="current-password"
          label={t('identity:fields.password')}
        />
        <FormProblem error={signIn.error} />
        <Button type="submit" variant="primary" size="large" busy={signIn.isPending} className="mt-1">
          {t('identity:signIn.submit')}
        </Button>
      </form>
      <p className="mt-6 text-13 text-ink-2">
        {t('identity:signIn.newHere')}{' '}
        <TextLink to="/signup" search={back === undefined ? {} : { back }}>
          {t('identity:signIn.create')}
        </TextLink>
      </p>
    </Entrance>
  )
}
