import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'

/** For an address that already has an account: sign in, then return here. */
export function SignInFirst({ email }: { readonly email: string }) {
  const t = useText()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-pretty text-ink-2">{t('identity:invite.hasAccount')}</p>
      <LinkButton to="/signin" search={{ back: '/invite' }} state={{ email }} variant="primary" size="large">
        {t('identity:invite.signIn')}
      </LinkButton>
    </div>
  )
}
