import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Link, Navigate } from '@tanstack/react-router'
import { NoAccess, useWorkspace } from '../../areas/identity'
import { settingsGroups } from '../../lib/area'
import { useText } from '../../lib/i18n'
import { below, useMedia } from '../../lib/media'
import { SettingsPage } from '../../ui/settings-page'
import { addressOf, useSettingsTabs } from '../shell/registry'

/** Settings without a tab: opens the first tab, or shows the list of tabs on a phone. */
export function SettingsIndex() {
  const t = useText()
  const { environment } = useWorkspace()
  const narrow = useMedia(below.md)
  const tabs = useSettingsTabs()
  const [first] = tabs
  if (!first) {
    return (
      <SettingsPage title={t('identity:settings.title')}>
        <div className="pt-6">
          <NoAccess what={t('identity:settings.title')} />
        </div>
      </SettingsPage>
    )
  }
  if (!narrow) return <Navigate to={addressOf(first, environment.id)} replace />
  return (
    <SettingsPage title={t('identity:settings.title')}>
      <nav aria-label={t('identity:settings.title')} className="mt-3 flex flex-col gap-6">
        {settingsGroups.map((group) => (
          <div key={group} className="flex flex-col border-t border-rule empty:hidden">
            {tabs
              .filter((tab) => tab.group === group)
              .map((tab) => (
                <Link
                  key={tab.to}
                  to={addressOf(tab, environment.id)}
                  className="flex min-h-12 items-center gap-3 border-b border-rule text-14 text-ink"
                >
                  <tab.icon size={20} className="shrink-0 text-ink-2" aria-hidden />
                  <span className="min-w-0 flex-1">{tab.label(t)}</span>
                  <CaretRight size={14} className="text-ink-3 rtl:-scale-x-100" aria-hidden />
                </Link>
              ))}
          </div>
        ))}
      </nav>
    </SettingsPage>
  )
}
