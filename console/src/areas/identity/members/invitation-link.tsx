import type { Invited } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'
import { useWorkspace } from '../workspace'

interface InvitationLinkProps {
  readonly invited: Invited
  readonly link: string
  readonly onDone: () => void
}

/** Shows the link of an invitation that Kinora cannot email, once. */
export function InvitationLink({ invited, link, onDone }: InvitationLinkProps) {
  const t = useText()
  const format = useFormat()
  const { organization } = useWorkspace()
  const { email, expiresAt } = invited
  const date = expiresAt === null ? none : format.date(expiresAt)
  return (
    <SecretDialog
      title={t('identity:members.linkTitle', { email })}
      about={t('identity:members.linkAbout')}
      warning={t('identity:members.linkWarning', { name: organization.name, date })}
      onDone={onDone}
    >
      <SecretField secret label={t('identity:members.link')} value={link} />
    </SecretDialog>
  )
}
