import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { PasswordField } from '../../../ui/password-field'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { FormProblem } from '../form-problem'
import { safeBack } from '../guards'
import { GoogleButton } from './google/google-button'
import { signInOptionsQuery, useSignIn } from './queries'
import { SignInLayout } from './sign-in-layout'
import { useGiven } from './use-given'

const FactorStep = lazy(async () => ({ default: (await import('./factor-step')).FactorStep }))

const route = getRouteApi('/signin')

interface Given {
  readonly email: string
  readonly password: string
}

export function SignInScreen() {
  const t = useText()
  const { back, step } = route.useSearch()
  const { email: known } = useLocation().state
  const navigate = route.useNavigate()
  const signIn = useSignIn()
  const email = useGiven('email', known ?? '')
  const password = useGiven('password', '')
  const [given, setGiven] = useState<Given>()
  const isCodeStep = step === 'code' && given !== undefined
  useEffect(() => {
    // A reload loses the password, so return to the first step.
    if (step === 'code' && given === undefined) {
      void navigate({ search: ({ back }) => ({ back }), replace: true })
    }
  }, [step, given, navigate])

  const startUserSession = () => void navigate({ href: safeBack(back), replace: true })
  const send = (event: FormEvent) => {
    event.preventDefault()
    // In this order, so that the focus ends in the first field.
    const [hasPassword, hasEmail] = [password.isGiven(), email.isGiven()]
    if (!hasEmail || !hasPassword || signIn.isPending) return
    const body = { email: email.field.value, password: password.field.value }
    signIn.mutate(body, {
      onSuccess: startUserSession,
      onError: (error) => {
        if (!(error instanceof Problem) || error.id !== 'second-factor-required') return
        signIn.reset()
        setGiven(body)
        void navigate({ search: (old) => ({ ...old, step: 'code' }) })
      },
    })
  }
  if (isCodeStep) {
    return (
      <Suspense>
        <FactorStep
          error={signIn.error}
          busy={signIn.isPending}
          onCode={(code) => signIn.mutate({ ...given, code }, { onSuccess: startUserSession })}
          onBack={() => {
            signIn.reset()
            void navigate({ search: ({ back }) => ({ back }), replace: true })
          }}
        />
      </Suspense>
    )
  }
  return (
    <SignInLayout title={t('identity:signIn.title')} heading={t('identity:signIn.heading')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...email.field}
          large
          ltr
          autoFocus={known === undefined}
          type="email"
          autoComplete="username"
          label={t('identity:fields.email')}
        />
        <div className="relative">
          <PasswordField
            {...password.field}
            large
            autoFocus={known !== undefined}
            autoComplete="current-password"
            label={t('identity:fields.password')}
          />
          <p className="absolute end-0 top-0 text-13">
            <TextLink to="/reset" search={{ back }} state={{ email: email.field.value }}>
              {t('identity:signIn.forgot')}
            </TextLink>
          </p>
        </div>
        <FormProblem error={signIn.error} />
        <Button type="submit" variant="primary" size="large" busy={signIn.isPending} className="mt-1">
          {t('identity:signIn.submit')}
        </Button>
      </form>
      <GoogleButton back={back} />
      <NewHere back={back} />
    </SignInLayout>
  )
}

/** Links to sign-up, or says that accounts need an invitation. */
function NewHere({ back }: { readonly back: string | undefined }) {
  const t = useText()
  const { data } = useQuery(signInOptionsQuery)
  const isOpen = data?.signUp !== 'invitation'
  return (
    <p className="mt-6 text-13 text-ink-2">
      {t('identity:signIn.newHere')}{' '}
      <TextLink to="/signup" search={{ back }}>
        {isOpen ? t('identity:signIn.create') : t('identity:signIn.howToJoin')}
      </TextLink>
    </p>
  )
}
