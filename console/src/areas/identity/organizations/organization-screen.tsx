import type { Organization } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'
import { SettingsPage } from '../../../ui/settings-page'
import { SignInRulesSection } from '../sign-in-rules/sign-in-rules-section'
import { useWorkspace } from '../workspace'
import { EnabledModules } from './enabled-modules'
import { Logo } from './logo'
import { Names } from './names'

export function OrganizationScreen() {
  const t = useText()
  const { user, organization, canInOrganization } = useWorkspace()
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
        <SignInRulesSection mayEdit={mayEdit && user.impersonation === null} />
        <EnabledModules organization={organization} />
        <LeaveOrganization organization={organization} />
      </div>
    </SettingsPage>
  )
}

/** The ids that programs and support need. */
function Ids() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  return (
    <Section title={t('identity:settings.ids')}>
      <CopyField label={t('identity:settings.organization')} value={organization.uuid} />
      <CopyField label={environment.name} value={environment.id} />
    </Section>
  )
}

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }))

/** The button to leave an organization. */
function LeaveOrganization({ organization }: { readonly organization: Organization }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('identity:settings.leave')} about={t('identity:settings.leaveWhat')}>
      <div className="pt-4">
        <Button onPress={() => setAsking(true)}>{t('identity:settings.leaveOpen')}</Button>
      </div>
      <Suspense>
        {asking && <LeaveDialog organization={organization} onClose={() => setAsking(false)} />}
      </Suspense>
    </Section>
  )
}
