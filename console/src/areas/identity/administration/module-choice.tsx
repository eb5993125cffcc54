import { alwaysGranted } from '@kinora/contract/permissions'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'

/** The specification's modules and their names in organization settings and roles. */
const modules = {
  videos: 'Videos',
  dam: 'DAM',
  portrait: 'Portrait Pro',
  editing: 'Adv Video Edit',
  livestreams: 'Livestreams',
  recordings: 'Liverecordings',
  vConnect: 'V-Connect',
  ads: 'Ad Insertion',
  analytics: 'Analytics',
  advancedAnalytics: 'Adv Analytics',
  reports: 'Embed Reports',
  elections: 'Elections',
  alerts: 'Alerts',
  infra: 'Infra Monitoring',
  events: 'Events and Logs',
  settings: 'Settings',
  environments: 'Environments',
} as const
type ModuleKey = keyof typeof modules

const keys = Object.keys(modules) as ModuleKey[]
const isAlwaysEnabled = (key: ModuleKey) => alwaysGranted.some((name) => name === modules[key])

interface ModuleChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** Checkboxes for modules. Modules that every organization has are fixed; unknown modules stay unchanged. */
export function ModuleChoice({ chosen, onChange }: ModuleChoiceProps) {
  const t = useText()
  const turn = (name: string, on: boolean) =>
    onChange(on ? [...chosen, name] : chosen.filter((other) => other !== name))
  const boxes = (alwaysEnabled: boolean) => (
    <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-ink sm:grid-cols-3">
      {keys
        .filter((key) => isAlwaysEnabled(key) === alwaysEnabled)
        .map((key) => (
          <Checkbox
            key={key}
            checked={alwaysEnabled || chosen.includes(modules[key])}
            disabled={alwaysEnabled}
            onChange={(on) => turn(modules[key], on)}
          >
            {t(`identity:administration.moduleNames.${key}`)}
          </Checkbox>
        ))}
    </div>
  )
  return (
    <fieldset>
      <legend className="text-13 font-mid text-ink">{t('identity:administration.modules')}</legend>
      <p className="mt-0.5 text-12 text-ink-3">{t('identity:administration.modulesHelp')}</p>
      {boxes(false)}
      <p className="mt-4 border-t border-rule pt-3 text-12 text-ink-3">
        {t('identity:administration.modulesAlways')}
      </p>
      {boxes(true)}
    </fieldset>
  )
}
