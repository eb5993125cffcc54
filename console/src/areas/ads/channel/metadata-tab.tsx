import type { AdChannel } from '@kinora/contract'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { useRights } from '../../identity'
import { KnownMetadata, MetadataEditor } from '../../library'
import { useUpdateChannel } from '../queries'

/** Metadata of a channel, which ad tags can use as key-values. */
export function MetadataTab({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const rights = useRights('Ad Insertion', 'Channel')
  const update = useUpdateChannel(channel)
  const { metadata } = channel
  return (
    <div className="mt-4 max-w-[760px]">
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        {rights.update ? (
          <MetadataEditor about={t('ads:channel.metadata.about')} metadata={metadata} update={update} />
        ) : (
          <KnownMetadata metadata={metadata} externalId={null} />
        )}
      </Suspense>
    </div>
  )
}
