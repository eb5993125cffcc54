import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { safeBack } from '../guards'
import { meQuery } from '../queries'
import { useSignOut } from '../sign-out/queries'
import { ConfirmCode } from './confirm-code'
import { useVerifyAddress } from './queries'

const route = getRouteApi('/verify')

/** Confirms the address of the signed-in user. */
export function VerifyScreen() {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  // Notice a confirmation on another device when the user returns to this window.
  const { data: me } = useSuspenseQuery({ ...meQuery, refetchOnWindowFocus: 'always' })
  const verify = useVerifyAddress()
  const signOut = useSignOut()
  useEffect(() => {
    if (!me.mustVerify) void navigate({ href: safeBack(back), replace: true })
  }, [me.mustVerify, back, navigate])

  return (
    <ConfirmCode
      email={me.email}
      intro={t('identity:verify.intro', { email: me.email })}
      error={verify.error}
      isChecking={verify.isPending}
      isDone={verify.isSuccess}
      onCode={(otp, onWrong) => verify.mutate({ email: me.email, otp }, { onError: onWrong })}
      onChange={verify.reset}
      other={
        <Button
          variant="link"
          size="small"
          busy={signOut.isPending}
          onPress={() => signOut.mutate()}
          className="-ms-2.5"
        >
          {t('identity:verify.other')}
        </Button>
      }
    />
  )
}
