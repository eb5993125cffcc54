import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'

/** Says that no account is connected, and who can change that. */
export function NoAccounts() {
  const t = useText()
  const { environment } = useWorkspace()
  const { read } = useRights('Settings', 'Social Media Account')
  return (
    <State
      icon={<ShareNetwork size={20} />}
      title={t('social:posts.noAccounts')}
      actions={
        read && (
          <LinkButton
            variant="primary"
            to="/$environmentId/settings/social-accounts"
            params={{ environmentId: environment.id }}
          >
            {t('social:posts.toAccounts')}
          </LinkButton>
        )
      }
    >
      {t('social:posts.noAccountsAbout')}
    </State>
  )
}
