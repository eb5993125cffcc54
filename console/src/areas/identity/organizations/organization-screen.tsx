import { useText } from '../../../lib/i18n'
import { SettingsPage } from '../../../ui/settings-page'
import { useWorkspace } from '../workspace'
import { EnabledModules } from './enabled-modules'
import { Ids } from './ids'
import { LeaveOrganization } from './leave-organization'
import { Logo } from './logo'
import { Names } from './names'

export function OrganizationScreen() {
  const t = useText()
  const { organization, canInOrganization } = useWorkspace()
  const mayEdit = canInOrganization(['Settings', 'User', 'update']) && organization.isActive
  return (
    <SettingsPage
      title={t('identity:settings.organization')}
      about={t('identity:settings.organizationAbout')}
    >
      <div key={organization.id} className="mt-5 flex max-w-(--w-text) flex-col gap-8">
        <Names organization={organization} mayEdit={mayEdit} />
        <Logo organization={organization} mayEdit={mayEdit} />
        <Ids />
        <EnabledModules organization={organization} />
        <LeaveOrganization organization={organization} />
      </div>
    </SettingsPage>
  )
}
