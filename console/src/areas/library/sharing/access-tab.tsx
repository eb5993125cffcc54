import type { Content } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Playback } from '../playback/playback'
import { PlaybackIds } from '../playback/playback-ids'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }))

/** Access to the video: its policy and its playback IDs. */
export function AccessTab({ content }: { readonly content: Content }) {
  const t = useText()
  const [shared, setShared] = useState<string>()
  if (content.trashedAt !== null) return <p className="pt-10 text-ink-2">{t('library:playback.inTrash')}</p>
  return (
    <div className="mt-6 grid gap-9 md:grid-cols-2 max-md:gap-8">
      <Playback content={content} />
      <PlaybackIds content={content} onShare={setShared} />
      <Suspense>
        {shared !== undefined && (
          <ShareDialog content={content} playbackId={shared} onClose={() => setShared(undefined)} />
        )}
      </Suspense>
    </div>
  )
}
