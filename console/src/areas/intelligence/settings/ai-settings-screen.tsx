import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { profileChoicesQuery } from '../../library'
import { Engines } from './engines'
import { rulesQuery } from './queries'
import { RulesForm } from './rules-form'

/** Which new videos are analyzed, and with which engines. */
export function AiSettingsScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const rules = useQuery(rulesQuery(environment.id))
  const profiles = useQuery(profileChoicesQuery(environment.id))
  const failed = [rules, profiles].find((query) => query.isError && query.data === undefined)
  return (
    <SettingsPage title={t('intelligence:tab')} about={t('intelligence:automation.about')}>
      <div key={environment.id} className="mt-5 flex max-w-(--w-text) flex-col gap-8">
        <Section title={t('intelligence:automation.title')} about={t('intelligence:automation.help')}>
          {failed ? (
            <ListFault title={t('intelligence:automation.failed')} list={failed} />
          ) : rules.data && profiles.data ? (
            <RulesForm
              rules={rules.data}
              profiles={profiles.data}
              mayEdit={can(['Settings', 'Encoding Profile', 'update'])}
            />
          ) : (
            <div aria-busy className="flex flex-col gap-3 pt-4">
              <Skeleton className="h-2.5 w-64" />
              <Skeleton className="h-2.5 w-48" />
            </div>
          )}
        </Section>
        <Section
          title={t('intelligence:automation.engines')}
          about={t('intelligence:automation.enginesHelp')}
        >
          <Engines mayTest={can(['Videos', 'Video', 'update'])} />
        </Section>
      </div>
    </SettingsPage>
  )
}
