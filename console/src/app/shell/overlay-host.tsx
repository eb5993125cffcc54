import { Suspense } from 'react'
import { lazy } from '../../lib/lazy'
import { showOverlay, useOverlay } from './overlays'

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog')).ShortcutsDialog }))
const LogOutDialog = lazy(async () => ({
  default: (await import('../../areas/identity/sign-out/log-out-dialog')).LogOutDialog,
}))
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet')).MoreSheet }))
const NewOrganization = lazy(async () => ({
  default: (await import('../../areas/identity/organizations/new-organization')).NewOrganization,
}))
const Palette = lazy(async () => ({ default: (await import('./palette/palette')).Palette }))

/** Renders the overlay that `showOverlay` opened. */
export function Overlays() {
  const overlay = useOverlay()
  const close = () => showOverlay(undefined)
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'keys' && <ShortcutsDialog onClose={close} />}
      {overlay === 'logOut' && <LogOutDialog onClose={close} />}
      {overlay === 'more' && <MoreSheet onClose={close} />}
      {overlay === 'organization' && <NewOrganization onClose={close} />}
    </Suspense>
  )
}
