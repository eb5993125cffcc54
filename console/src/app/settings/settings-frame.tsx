import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { NoAccess, useWorkspace } from '../../areas/identity'
import { areas } from '../../areas.gen'
import type { ShellEntry } from '../../lib/area'
import { useText } from '../../lib/i18n'
import { below, useMedia } from '../../lib/media'
import { SettingsPage } from '../../ui/settings-page'
import { addressOf, useSettingsTabs } from '../shell/registry'
import { SettingsNav } from './settings-nav'

/** Settings: the tab list on the left and the open tab. A phone shows only the open tab, with a back link. */
export function SettingsFrame() {
  const t = useText()
  const narrow = useMedia(below.md)
  const open = useOpenTab()
  const content = open?.closed ? (
    <ClosedTab what={open.tab.label(t)} grantedIn={open.tab.grantedIn} />
  ) : (
    <Outlet />
  )
  // The content keeps its place when the window changes its width, and with it what somebody typed.
  return (
    <div className="flex flex-col px-8 pt-4.5 max-md:pb-10 max-sm:px-4 max-sm:pt-2 md:min-h-full">
      {!narrow && (
        <h1 className="flex min-h-10 items-center text-22 font-head">{t('identity:settings.title')}</h1>
      )}
      <div className="flex-1 md:mt-2 md:grid md:grid-cols-[200px_minmax(0,1fr)]">
        {narrow ? open && <SettingsBackLink /> : <SettingsNav />}
        <div className="md:border-s md:border-rule md:ps-9 md:pb-10">{content}</div>
      </div>
    </div>
  )
}

/** The tab named by the address; `closed` if the role has no right to it. */
function useOpenTab() {
  const { environment } = useWorkspace()
  const { pathname } = useLocation()
  const tabs = useSettingsTabs()
  const tab = areas
    .flatMap(({ settings = [] }) => settings)
    .find((one) => `${pathname}/`.startsWith(`${addressOf(one, environment.id)}/`))
  return tab && { tab, closed: !tabs.includes(tab) }
}

function ClosedTab({
  what,
  grantedIn,
}: {
  readonly what: string
  readonly grantedIn: ShellEntry['grantedIn']
}) {
  return (
    <SettingsPage title={what}>
      <div className="pt-6">
        <NoAccess what={what} grantedIn={grantedIn} />
      </div>
    </SettingsPage>
  )
}

/** Links back to the list of tabs on screens too narrow for both. */
function SettingsBackLink() {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <Link
      to="/$environmentId/settings"
      params={{ environmentId: environment.id }}
      className="-ms-2 mb-1 flex h-11 w-fit items-center gap-3 rounded-2 px-2 text-13 text-ink-2"
    >
      <ArrowLeft size={20} className="text-ink rtl:-scale-x-100" aria-hidden />
      {t('identity:settings.title')}
    </Link>
  )
}
