import { signUpBody } from '@kinora/contract/identity/sign-in'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useLanguage, useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { FormProblem } from '../form-problem'
import { safeBack } from '../guards'
import { ConfirmSignUp } from './confirm-sign-up'
import { GoogleButton } from './google/google-button'
import { NameFields } from './name-fields'
import { NewPassword } from './new-password'
import { signInOptionsQuery, useSignUp } from './queries'
import { SignInLayout } from './sign-in-layout'

const route = getRouteApi('/signup')
const fields = ['firstName', 'lastName', 'email', 'password'] as const

interface Given {
  readonly email: string
  readonly password: string
}

export function SignUpScreen() {
  const { data } = useQuery(signInOptionsQuery)
  const { back, step } = route.useSearch()
  const navigate = route.useNavigate()
  const [given, setGiven] = useState<Given>()
  useEffect(() => {
    // A reload loses the password, so return to the first step.
    if (step === 'code' && given === undefined)
      void navigate({ search: (old) => ({ back: old.back }), replace: true })
  }, [step, given, navigate])

  if (step === 'code' && given !== undefined) return <ConfirmSignUp given={given} back={back} />
  if (data?.signUp === 'invitation' && !data.needsSetup) return <ByInvitation />
  const askCode = (account: Given) => {
    setGiven(account)
    void navigate({ search: (old) => ({ ...old, step: 'code' }) })
  }
  return <SignUpForm isFirst={data?.needsSetup ?? false} onUnconfirmed={askCode} />
}

interface SignUpFormProps {
  /** The account will be the first one of the installation. */
  readonly isFirst: boolean
  readonly onUnconfirmed: (given: Given) => void
}

function SignUpForm({ isFirst, onUnconfirmed }: SignUpFormProps) {
  const t = useText()
  const language = useLanguage()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  const signUp = useSignUp()
  const form = useSchemaForm(signUpBody, { firstName: '', lastName: '', email: '', password: '' })
  const send = form.handleSubmit((body) =>
    signUp.mutate(
      { ...body, language },
      {
        onSuccess: ({ token }) => {
          if (token === null) onUnconfirmed({ email: body.email, password: body.password })
          else void navigate({ href: safeBack(back), replace: true })
        },
        onError: (error) => {
          if (error instanceof Problem && showFieldProblems(form, error, fields)) signUp.reset()
        },
      },
    ),
  )
  return (
    <SignInLayout
      title={isFirst ? t('identity:signUp.setUpHeading') : t('identity:signUp.title')}
      heading={isFirst ? t('identity:signUp.setUpHeading') : t('identity:signUp.heading')}
      intro={isFirst ? t('identity:signUp.setUpAbout') : undefined}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <NameFields
          first={{ ...useField(form, 'firstName'), large: true, autoFocus: true }}
          last={{ ...useField(form, 'lastName'), large: true }}
        />
        <TextField
          {...useField(form, 'email')}
          large
          ltr
          type="email"
          autoComplete="username"
          label={t('identity:fields.email')}
        />
        <NewPassword {...useField(form, 'password')} large />
        <FormProblem error={signUp.error} />
        <Button type="submit" variant="primary" size="large" busy={signUp.isPending} className="mt-1">
          {t('identity:signUp.submit')}
        </Button>
      </form>
      <GoogleButton back={back} />
      {!isFirst && <HaveAccount back={back} />}
    </SignInLayout>
  )
}

/** Replaces the form if sign-up is by invitation only. */
function ByInvitation() {
  const t = useText()
  const { back } = route.useSearch()
  return (
    <SignInLayout
      title={t('identity:signUp.title')}
      heading={t('identity:signUp.closedHeading')}
      intro={t('identity:signUp.askInvitation')}
    >
      <HaveAccount back={back} />
    </SignInLayout>
  )
}

function HaveAccount({ back }: { readonly back: string | undefined }) {
  const t = useText()
  return (
    <p className="mt-6 text-13 text-ink-2">
      {t('identity:signUp.haveAccount')}{' '}
      <TextLink to="/signin" search={{ back }}>
        {t('identity:signIn.submit')}
      </TextLink>
    </p>
  )
}
