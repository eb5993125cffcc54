import type { User } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { useSignOut } from '../sign-out/queries'

interface OtherAccountProps {
  readonly me: User
  /** The invited address. */
  readonly email: string
}

/** The invitation is for another address than the signed-in user's. */
export function OtherAccount({ me, email }: OtherAccountProps) {
  const t = useText()
  const signOut = useSignOut()
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warn">
        <SentenceWithNames
          sentence={t('identity:invite.other', { mine: me.email, theirs: email })}
          names={[me.email, email]}
        />
      </Banner>
      <Button variant="primary" size="large" busy={signOut.isPending} onPress={() => signOut.mutate()}>
        {t('identity:invite.switch')}
      </Button>
      <LinkButton to="/" size="large">
        {t('identity:invite.stay')}
      </LinkButton>
    </div>
  )
}
