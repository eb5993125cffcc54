import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { type SettingsTab, settingsGroups } from '../../lib/area'
import { useText } from '../../lib/i18n'
import { addressOf, useSettingsTabs } from '../shell/registry'

const tabLook =
  'flex min-h-7 items-center gap-2.5 rounded-2 px-2.5 py-1 text-13 font-nav text-ink-2 transition-colors hover:bg-hover ' +
  'hover:text-ink data-[status=active]:bg-press data-[status=active]:font-button data-[status=active]:text-ink ' +
  'pointer-coarse:min-h-11'

/** The tabs that the role may open, by group. */
export function SettingsNav() {
  const t = useText()
  const tabs = useSettingsTabs()
  const groups = settingsGroups.map((group) => tabs.filter((tab) => tab.group === group))
  return (
    <nav
      aria-label={t('identity:settings.title')}
      className="sticky top-0 flex flex-col gap-3.5 self-start pe-4 pt-1"
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <Group key={group[0]?.group} tabs={group} />
        ))}
    </nav>
  )
}

function Group({ tabs }: { readonly tabs: readonly SettingsTab[] }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <div className="flex flex-col gap-px">
      {tabs.map((tab) => (
        <Link key={tab.to} to={addressOf(tab, environment.id)} className={tabLook}>
          <tab.icon size={16} className="shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">{tab.label(t)}</span>
        </Link>
      ))}
    </div>
  )
}
