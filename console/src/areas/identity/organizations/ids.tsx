import { useText } from '../../../lib/i18n'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../workspace'

/** The ids that programs and support need. */
export function Ids() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  return (
    <Section title={t('identity:settings.ids')}>
      <CopyField label={t('identity:settings.organization')} value={organization.uuid} />
      <CopyField label={environment.name} value={environment.id} />
    </Section>
  )
}
