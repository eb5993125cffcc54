import { newId } from '@kinora/contract/new-id'
import { GoogleLogo } from '@phosphor-icons/react/dist/csr/GoogleLogo'
import { useQuery } from '@tanstack/react-query'
import { writeStored } from '../../../../lib/browser/storage'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { FormProblem } from '../../form-problem'
import { signInOptionsQuery, useBeginGoogle } from '../queries'
import { googleAddress, newGoogleRequest } from './google-sign-in'

/** Links to Google's sign-in page, if it is configured. Loads no script of Google. */
export function GoogleButton({ back }: { readonly back: string | undefined }) {
  const t = useText()
  const { data } = useQuery(signInOptionsQuery)
  const begin = useBeginGoogle()
  const google = data?.google
  if (!google) return null
  const leave = () =>
    begin.mutate(undefined, {
      onSuccess: ({ nonce }) => {
        const visit = newGoogleRequest(newId(), nonce, back)
        writeStored('tab', 'google', JSON.stringify(visit))
        location.assign(googleAddress(google.clientId, location.origin, visit))
      },
    })
  return (
    <div className="mt-5 flex flex-col gap-5">
      <div className="flex items-center gap-4 text-12 text-ink-3 before:h-px before:flex-1 before:bg-rule-2 after:h-px after:flex-1 after:bg-rule-2">
        {t('identity:signIn.or')}
      </div>
      <Button
        size="large"
        icon={<GoogleLogo size={16} weight="bold" aria-hidden />}
        busy={begin.isPending || begin.isSuccess}
        onPress={leave}
      >
        {t('identity:signIn.google')}
      </Button>
      <FormProblem error={begin.error} />
    </div>
  )
}
