import type { Module, Organization } from '@kinora/contract'
import { alwaysGranted, modules } from '@kinora/contract/permissions'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'

const known = Object.keys(modules) as Module[]

/** The modules of this organization, which only administrators of the installation can change. */
export function EnabledModules({ organization: { settings } }: { readonly organization: Organization }) {
  const t = useText()
  const enabled = new Set((settings['modules.enabled'] ?? '').split(',').map((name) => name.trim()))
  const stateOf = (module: Module) =>
    alwaysGranted.includes(module) ? 'always' : enabled.has(module) ? 'on' : 'off'
  return (
    <Section title={t('identity:settings.modules')} about={t('identity:settings.modulesAbout')}>
      <ul className="pt-2">
        {known.map((module) => {
          const state = stateOf(module)
          return (
            <li
              key={module}
              className="flex min-h-9 items-center justify-between gap-4 border-b border-rule text-ink"
            >
              {t(`rights.modules.${module}`)}
              <StatusMark tone={state === 'off' ? 'hollow' : 'good'}>
                {t(`identity:settings.moduleStates.${state}`)}
              </StatusMark>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
