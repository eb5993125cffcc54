import type { User } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { OrganizationTile } from '../organizations/organization-tile'
import { roleName } from '../roles/role-name'
import { SignInLayout } from '../sign-in/sign-in-layout'
import { AcceptInvitation } from './accept-invitation'
import { JoinForm } from './join-form'
import { OtherAccount } from './other-account'
import type { Invitation } from './queries'

interface InvitationOfferProps {
  readonly token: string
  readonly invitation: Invitation
  /** The signed-in user. */
  readonly me: User | undefined
  /** Called when the new account is a member. */
  readonly onJoined: () => void
}

/** An invitation with inviter, organization and role, and the actions to accept it. */
export function InvitationOffer({ token, invitation, me, onJoined }: InvitationOfferProps) {
  const t = useText()
  const format = useFormat()
  const { organization, invitedBy, email, role, expiresAt, hasAccount } = invitation
  const isMe = me?.email.toLowerCase() === email.toLowerCase()
  const roleText = roleName(t, role)
  return (
    <SignInLayout
      title={t('identity:invite.title')}
      heading={t('identity:invite.heading', { organization: organization.name })}
      above={
        <div className="flex items-center gap-3">
          <OrganizationTile organization={organization} size={44} />
          <div className="min-w-0">
            <p className="text-13 text-ink-2">
              <SentenceWithNames
                sentence={t('identity:invite.by', { name: invitedBy })}
                names={[invitedBy]}
              />
            </p>
            <p dir="auto" className="own-way text-16 font-head wrap-anywhere">
              {organization.name}
            </p>
          </div>
        </div>
      }
      intro={
        <SentenceWithNames
          sentence={t(`identity:invite.as.${role.builtIn ?? 'own'}`, { role: roleText })}
          names={[roleText]}
        />
      }
    >
      {me && !isMe ? (
        <OtherAccount me={me} email={email} />
      ) : me ? (
        <AcceptInvitation token={token} organization={organization.name} mustVerify={me.mustVerify} />
      ) : hasAccount ? (
        <SignInFirst email={email} />
      ) : (
        <JoinForm token={token} organization={organization.name} email={email} onJoined={onJoined} />
      )}
      <p className="mt-5 text-12 text-pretty text-ink-3">
        <SentenceWithNames
          sentence={t('identity:invite.until', { email, date: format.date(expiresAt) })}
          names={[email]}
        />
      </p>
    </SignInLayout>
  )
}

/** For an address that already has an account: sign in, then return here. */
function SignInFirst({ email }: { readonly email: string }) {
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
