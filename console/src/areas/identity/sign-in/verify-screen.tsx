import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/code-field'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { FormProblem } from '../form-problem'
import { safeBack } from '../guards'
import { meQuery } from '../queries'
import { useSendCode, useSignOut, useVerifyAddress } from './queries'
import { ResendCode } from './resend-code'
import { SignInLayout } from './sign-in-layout'

const route = getRouteApi('/verify')

/** Confirms the account's address with six digits from an email. */
export function VerifyScreen() {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  // Notice a confirmation on another device when the user returns to this window.
  const { data: me } = useSuspenseQuery({ ...meQuery, refetchOnWindowFocus: 'always' })
  const verify = useVerifyAddress()
  const send = useSendCode()
  const signOut = useSignOut()
  const [otp, setOtp] = useState('')
  useEffect(() => {
    if (!me.mustVerify) void navigate({ href: safeBack(back), replace: true })
  }, [me.mustVerify, back, navigate])

  const wrong = verify.error instanceof Problem && verify.error.id === 'otp-wrong' ? verify.error : undefined
  const check = (digits: string) => {
    if (!verify.isPending) verify.mutate({ email: me.email, otp: digits }, { onError: () => setOtp('') })
  }
  const change = (digits: string) => {
    setOtp(digits)
    if (digits !== '') verify.reset()
  }
  return (
    <SignInLayout
      title={t('identity:verify.title')}
      heading={t('identity:verify.heading')}
      intro={
        <SentenceWithNames sentence={t('identity:verify.intro', { email: me.email })} names={[me.email]} />
      }
    >
      <div className="flex flex-col gap-4" aria-busy={verify.isPending || verify.isSuccess}>
        <CodeField
          hideLabel
          autoFocus
          label={t('identity:verify.code')}
          value={otp}
          error={wrong && problemText(t, wrong)}
          help={verify.isPending ? t('identity:verify.checking') : t('identity:verify.help')}
          onChange={change}
          onComplete={check}
        />
        {!wrong && <FormProblem error={verify.error ?? send.error} />}
      </div>
      <div className="mt-8 flex flex-col items-start gap-1 text-13 text-ink-2">
        <ResendCode purpose="verify" email={me.email} send={send} />
        <Button
          variant="link"
          size="small"
          busy={signOut.isPending}
          onPress={() => signOut.mutate()}
          className="-ms-2.5"
        >
          {t('identity:verify.other')}
        </Button>
      </div>
    </SignInLayout>
  )
}
