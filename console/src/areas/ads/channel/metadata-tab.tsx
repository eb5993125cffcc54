import type { AdChannel } from '@kinora/contract'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { KnownMetadata, MetadataEditor } from '../../library'
import { useUpdateChannel } from '../queries'
import { useAdRights } from '../rights'

/** Keys and values of a channel, which ad tags can name. */
export function MetadataTab({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const rights = useAdRights()
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
