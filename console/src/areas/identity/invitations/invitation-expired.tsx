import { useText } from '../../../lib/i18n'
import { useSignedIn } from '../../../lib/session'
import { LinkButton } from '../../../ui/link-button'
import { SignInLayout } from '../sign-in/sign-in-layout'

/** Shown for a link that has expired or has no secret. */
export function InvitationExpired({ known }: { readonly known: boolean }) {
  const t = useText()
  const signedIn = useSignedIn()
  return (
    <SignInLayout
      title={t('identity:invite.title')}
      heading={known ? t('identity:invite.overHeading') : t('identity:invite.incompleteHeading')}
      intro={known ? t('identity:invite.over') : t('identity:invite.incomplete')}
    >
      {signedIn ? (
        <LinkButton to="/" variant="primary" size="large">
          {t('identity:invite.home')}
        </LinkButton>
      ) : (
        <LinkButton to="/signin" variant="primary" size="large">
          {t('identity:signIn.submit')}
        </LinkButton>
      )}
    </SignInLayout>
  )
}
