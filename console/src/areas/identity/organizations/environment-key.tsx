import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../workspace'
import { exampleCode } from './report-example'

/** The public key of the current environment, and how players of other makers report views with it. */
export function EnvironmentKey() {
  const t = useText()
  const { environment } = useWorkspace()
  const { name, envKey } = environment
  return (
    <div className="mt-10 max-w-(--w-text)">
      <Section title={t('identity:environments.keyOf', { name })}>
        <CopyField label={t('identity:environments.key')} value={envKey} />
        <p className="py-3 text-14 text-pretty text-ink-2">{t('identity:environments.keyAbout')}</p>
        <CodeBlock
          label={t('identity:environments.keyExample')}
          code={exampleCode(envKey, location.origin)}
        />
      </Section>
    </div>
  )
}
