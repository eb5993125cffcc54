import { useText } from '../../../lib/i18n'
import { useSignedIn } from '../../../lib/session'
import { LinkButton } from '../../../ui/link-button'
import { Entrance } from '../sign-in/entrance'

/** Shown for a link that has expired or has no secret. */
export function InvitationOver({ known }: { readonly known: boolean }) {
  const t = useText()
  const signedIn = useSignedIn()
  return (
    <Entrance
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
    </Entrance>
  )
}
