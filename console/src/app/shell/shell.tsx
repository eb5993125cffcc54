import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ImpersonationBar, useHere } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { below, useMedia } from '../../lib/media'
import { rememberEnvironment } from '../../lib/session'
import { ConsoleName } from '../../ui/console-name'
import { BottomBar } from './bottom-bar'
import { OfflineStrip } from './offline-strip'
import { Overlays } from './overlay-host'
import { PhoneHead } from './phone-head'
import { Shortcuts } from './shortcuts'
import { Side } from './side'
import { StatusBar } from './status-bar'
import { TraySlot } from './tray-slot'
import { useLiveConnection } from './use-live-connection'

/** Everything around a screen of an environment. */
export function Shell() {
  const t = useText()
  const { organization, environment } = useHere()
  const phone = useMedia(below.sm)
  useLiveConnection(environment.id)
  useEffect(() => rememberEnvironment(environment.id), [environment.id])
  return (
    <div className="flex h-dvh flex-col bg-paper">
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-20 rounded-2 bg-ink px-3 py-2 text-13 font-button text-paper focus:translate-y-0"
      >
        {t('app:skip')}
      </a>
      <ImpersonationBar />
      <StatusBar />
      <OfflineStrip environmentId={environment.id} />
      <div className="flex min-h-0 flex-1">
        {!phone && <Side />}
        <div className="relative flex min-w-0 flex-1 flex-col">
          {phone && <PhoneHead />}
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto pb-(--tray-height) outline-none"
          >
            <ConsoleName value={organization.title ?? 'Kinora'}>
              <Outlet />
            </ConsoleName>
          </main>
          <TraySlot />
        </div>
      </div>
      {phone && <BottomBar />}
      <Shortcuts />
      <Overlays />
    </div>
  )
}
