import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { safeBack } from '../guards'
import { ConfirmCode } from './confirm-code'
import { useSignIn, useVerifyAddress } from './queries'

interface ConfirmSignUpProps {
  readonly given: { readonly email: string; readonly password: string }
  readonly back: string | undefined
}

/** Confirms the address of a sign-up, and signs in. Looks the same if the address has an account already. */
export function ConfirmSignUp({ given, back }: ConfirmSignUpProps) {
  const t = useText()
  const navigate = useNavigate()
  const verify = useVerifyAddress()
  const signIn = useSignIn()
  const { email } = given
  const leave = () => void navigate({ to: '/signin', search: { back }, state: { email }, replace: true })
  const check = (otp: string, onWrong: () => void) =>
    verify.mutate(
      { ...given, otp },
      {
        onError: onWrong,
        onSuccess: () =>
          signIn.mutate(given, {
            onSuccess: () => void navigate({ href: safeBack(back), replace: true }),
            onError: leave,
          }),
      },
    )
  return (
    <ConfirmCode
      email={email}
      intro={t('identity:verify.signUpIntro', { email })}
      error={verify.error}
      isChecking={verify.isPending}
      isDone={verify.isSuccess}
      onCode={check}
      onChange={verify.reset}
      other={
        <Button variant="link" size="small" onPress={leave} className="-ms-2.5">
          {t('identity:verify.other')}
        </Button>
      }
    />
  )
}
