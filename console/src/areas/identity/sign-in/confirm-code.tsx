import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { CodeField } from '../../../ui/code-field'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { FormProblem } from '../form-problem'
import { useSendCode } from './queries'
import { ResendCode } from './resend-code'
import { SignInLayout } from './sign-in-layout'

interface ConfirmCodeProps {
  readonly email: string
  /** A sentence with the address. */
  readonly intro: string
  readonly error: unknown
  readonly isChecking: boolean
  /** Whether the code was right and the next screen loads. */
  readonly isDone: boolean
  readonly onCode: (otp: string, onWrong: () => void) => void
  /** Called when the user types again. */
  readonly onChange: () => void
  /** The way to another account. */
  readonly other: ReactNode
}

/** Asks for the six digits of an email that confirm an address. */
export function ConfirmCode(props: ConfirmCodeProps) {
  const { email, intro, error, isChecking, isDone, onCode, onChange, other } = props
  const t = useText()
  const send = useSendCode()
  const [otp, setOtp] = useState('')
  const wrong = error instanceof Problem && error.id === 'otp-wrong' ? error : undefined
  const change = (digits: string) => {
    setOtp(digits)
    if (digits !== '') onChange()
  }
  return (
    <SignInLayout
      title={t('identity:verify.title')}
      heading={t('identity:verify.heading')}
      intro={<SentenceWithNames sentence={intro} names={[email]} />}
    >
      <div className="flex flex-col gap-4" aria-busy={isChecking || isDone}>
        <CodeField
          hideLabel
          autoFocus
          label={t('identity:verify.code')}
          value={otp}
          error={wrong && problemText(t, wrong)}
          help={isChecking ? t('identity:verify.checking') : t('identity:verify.help')}
          onChange={change}
          onComplete={(digits) => {
            if (!isChecking) onCode(digits, () => setOtp(''))
          }}
        />
        {!wrong && <FormProblem error={error ?? send.error} />}
      </div>
      <div className="mt-8 flex flex-col items-start gap-1 text-13 text-ink-2">
        <ResendCode purpose="verify" email={email} send={send} />
        {other}
      </div>
    </SignInLayout>
  )
}
