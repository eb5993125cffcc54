import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { findEnvironment, ImpersonationBar, meQuery, useWorkspace } from '../../areas/identity'
import { areas } from '../../areas.gen'
import { listenToEvents } from '../../lib/events'
import { useText } from '../../lib/i18n'
import { below, useMedia } from '../../lib/media'
import { rememberEnvironment } from '../../lib/session'
import { AreasProvider } from '../../lib/slots'
import { ConsoleName } from '../../ui/console-name'
import { toast } from '../../ui/toast-store'
import { BottomBar } from './bottom-bar'
import { OfflineBanner } from './offline-banner'
import { Overlays } from './overlay-host'
import { PhoneHeader } from './phone-header'
import { ShellSkeleton } from './shell-skeleton'
import { Shortcuts } from './shortcuts'
import { Sidebar } from './sidebar'
import { StatusBar } from './status-bar'
import { TraySlot } from './tray-slot'

/** The frame of every screen of an environment that the user belongs to. */
export function Shell() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { environmentId } = useParams({ from: '/$environmentId' })
  const organization = findEnvironment(user, environmentId)?.organization.name
  const last = useRef(organization)
  useEffect(() => {
    if (organization !== undefined) last.current = organization
  }, [organization])
  return organization === undefined ? (
    <OrganizationUnavailable organization={last.current ?? ''} />
  ) : (
    <AreasProvider value={areas}>
      <OpenShell />
    </AreasProvider>
  )
}

function OpenShell() {
  const t = useText()
  const { user, organization, environment } = useWorkspace()
  const phone = useMedia(below.sm)
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  useLiveConnection(environment.id)
  useEffect(() => rememberEnvironment(user.id, environment.id), [user.id, environment.id])
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
      <OfflineBanner environmentId={environment.id} />
      <div className="flex min-h-0 flex-1">
        {!phone && <Sidebar />}
        {/* Clips hidden labels far down the page, which would let the window scroll past its end. */}
        <div className="group/page relative flex min-w-0 flex-1 flex-col overflow-clip">
          {phone && <PhoneHeader />}
          <main
            id="main"
            tabIndex={-1}
            // Until the next screen has loaded, this one is still shown.
            aria-busy={isNavigating}
            className="min-h-0 flex-1 overflow-y-auto pb-(--tray-height) outline-none lg:has-data-drawer:me-(--w-drawer)"
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

/** Keeps the environment's event stream open on every screen, with what areas follow in it. Refetches the visible data
 * after a reconnect. */
function useLiveConnection(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const stops = [
      listenToEvents(environmentId, {
        onReconnect: () => void queries.invalidateQueries(),
        // An administrator has changed this user's role or removed the user.
        onRefused: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      }),
      ...areas.flatMap(({ follow }) => follow?.(queries, environmentId) ?? []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [environmentId, queries])
}

/** Navigates away from an organization that the user left or was removed from. */
function OrganizationUnavailable({ organization }: { readonly organization: string }) {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    toast({ text: t('app:placeLost', { organization }) })
    // Unsaved changes can no longer be saved.
    void navigate({ to: '/', replace: true, ignoreBlocker: true })
  }, [t, navigate, organization])
  return <ShellSkeleton />
}
