import { CloudArrowUp } from '@phosphor-icons/react/dist/csr/CloudArrowUp'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'

/** Says that there is no account to export to, and leads to where one is added. */
export function NoAccounts() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Settings', 'Cloud Connect')
  return (
    <State
      icon={<CloudArrowUp size={20} />}
      title={t('intake:imports.none')}
      actions={
        rights.read && (
          <LinkButton to="/$environmentId/settings/cloud-connect" params={{ environmentId: environment.id }}>
            {t('intake:folders.toAccounts')}
          </LinkButton>
        )
      }
    >
      {t('intake:imports.noneAbout')}
    </State>
  )
}
