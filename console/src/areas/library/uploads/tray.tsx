import { Suspense, useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { type UploadView, uploads, useUploads } from '../../../lib/upload'
import { useRights, useWorkspace } from '../../identity'
import { DropOverlay } from './drop-overlay'
import { TrayHead } from './tray-head'
import { TrayRow } from './tray-row'
import { WatchVerdict } from './watch-verdict'

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog')).CancelDialog }))
const PhoneTray = lazy(async () => ({ default: (await import('./phone-tray')).PhoneTray }))

/** Uploads, docked at the bottom of every screen: they continue during navigation. */
export function Tray() {
  const t = useText()
  const { user, environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const phone = useMedia(below.sm)
  const shown = useUploads()
  const [open, setOpen] = useState(true)
  const [canceling, setCanceling] = useState<UploadView>()
  useEffect(() => {
    if (rights.create) void uploads.recall({ userId: user.id, environmentId: environment.id })
  }, [rights.create, user.id, environment.id])

  return (
    <>
      {rights.create && <DropOverlay />}
      <Announcer shown={shown} />
      {shown.map(
        (upload) => upload.state.kind === 'done' && <WatchVerdict key={upload.id} upload={upload} />,
      )}
      <Suspense>{shown.length > 0 && phone && <PhoneTray shown={shown} onCancel={setCanceling} />}</Suspense>
      {shown.length > 0 && !phone && (
        <section
          aria-label={t('library:tray.title')}
          className="animate-rise overflow-hidden rounded-t-3 bg-panel shadow-lift-2"
        >
          <TrayHead shown={shown} open={open} onToggle={() => setOpen(!open)} />
          {open && (
            <ul className="max-h-[min(336px,46dvh)] overflow-y-auto">
              {shown.map((upload) => (
                <TrayRow key={upload.id} upload={upload} onCancel={() => setCanceling(upload)} />
              ))}
            </ul>
          )}
        </section>
      )}
      <Suspense>
        {canceling && <CancelDialog upload={canceling} onClose={() => setCanceling(undefined)} />}
      </Suspense>
    </>
  )
}

/** Announces finished uploads to screen readers; progress is not announced. */
function Announcer({ shown }: { readonly shown: readonly UploadView[] }) {
  const t = useText()
  const ended = shown.filter(({ state: { kind } }) => ['done', 'rejected', 'failed'].includes(kind))
  return (
    <p role="status" className="sr-only">
      {ended
        .map(({ fileName, state }) =>
          state.kind === 'done'
            ? t('library:tray.saidDone', { name: fileName })
            : t('library:tray.saidFailed', { name: fileName }),
        )
        .join(' ')}
    </p>
  )
}
