import type { Livestream } from '@kinora/contract'
import { lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { useRights } from '../../identity'
import { KnownMetadata, MetadataEditor } from '../../library'
import { useUpdateStream } from '../queries'

const SlateImage = lazy(async () => ({ default: (await import('./slate-image')).SlateImage }))

export function MetadataTab({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const update = useUpdateStream(stream.id)
  const { metadata } = stream
  return (
    <div className="mt-4 flex max-w-[760px] flex-col gap-8">
      {rights.update ? (
        <MetadataEditor about={t('live:stream.metadata.about')} metadata={metadata} update={update} />
      ) : (
        <KnownMetadata metadata={metadata} externalId={null} />
      )}
      <Suspense>
        <SlateImage stream={stream} />
      </Suspense>
    </div>
  )
}
