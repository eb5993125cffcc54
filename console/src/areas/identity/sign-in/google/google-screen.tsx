import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Problem } from '../../../../lib/problem'
import { LinkButton } from '../../../../ui/link-button'
import { Spinner } from '../../../../ui/spinner'
import { FormProblem } from '../../form-problem'
import { safeBack } from '../../guards'
import { FactorStep } from '../factor-step'
import { useSignInWithGoogle } from '../queries'
import { SignInLayout } from '../sign-in-layout'
import { googleResponse, storeGoogleResponse } from './google-response'

const route = getRouteApi('/signin_/google')

/** The screen that Google redirects to. */
export function GoogleScreen() {
  const t = useText()
  const navigate = route.useNavigate()
  const [answer] = useState(googleResponse)
  const { credential, back } = answer && 'credential' in answer ? answer : {}
  const { mutate, error, isPending } = useSignInWithGoogle()
  const [needsCode, setNeedsCode] = useState(false)

  const give = (code?: string) => {
    if (credential === undefined) return
    mutate(
      { credential, ...(code !== undefined && { code }) },
      {
        onSuccess: () => {
          storeGoogleResponse(undefined)
          void navigate({ href: safeBack(back), replace: true })
        },
        onError: (problem) => {
          if (problem instanceof Problem && problem.id === 'second-factor-required') setNeedsCode(true)
        },
      },
    )
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    give()
  })

  if (needsCode) {
    const isAsked = error instanceof Problem && error.id === 'second-factor-required'
    return (
      <FactorStep
        error={isAsked ? null : error}
        busy={isPending}
        onCode={give}
        onBack={() => void navigate({ to: '/signin', search: { back }, replace: true })}
      />
    )
  }
  const isUnderWay = credential !== undefined && error === null
  return (
    <SignInLayout title={t('identity:signIn.title')} heading={t('identity:signIn.googleHeading')}>
      {isUnderWay ? (
        <p className="flex items-center gap-3 text-14 text-ink-2">
          <Spinner />
          {t('identity:signIn.googleWaiting')}
        </p>
      ) : (
        <div className="flex flex-col items-start gap-5">
          {credential === undefined && (
            <p className="text-14 text-pretty text-ink-2">
              {answer && 'failed' in answer && answer.failed === 'cancelled'
                ? t('identity:signIn.googleCancelled')
                : t('identity:signIn.googleForeign')}
            </p>
          )}
          <FormProblem error={error} />
          <LinkButton to="/signin" search={{ back }} variant="primary" size="large">
            {t('identity:signIn.backToSignIn')}
          </LinkButton>
        </div>
      )}
    </SignInLayout>
  )
}
