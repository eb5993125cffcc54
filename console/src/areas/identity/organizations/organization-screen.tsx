import { useText } from '../../../lib/i18n'
import { SettingsPage } from '../../../ui/settings-page'
import { useHere } from '../here'
import { EnabledModules } from './enabled-modules'
import { Ids } from './ids'
import { Leave } from './leave'
import { Logo } from './logo'
import { Names } from './names'

export function OrganizationScreen() {
  const t = useText()
  const { organization, canInOrganization } = useHere()
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
        <Leave organization={organization} />
      </div>
    </SettingsPage>
  )
}
