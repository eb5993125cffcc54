import type { Livestream } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { KnownMetadata, MetadataEditor } from '../../library'
import { useUpdateStream } from '../queries'
import { useStreamRights } from '../rights'

export function MetadataTab({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useStreamRights()
  const update = useUpdateStream(stream.id)
  const { metadata } = stream
  return (
    <div className="mt-4 max-w-[760px]">
      {rights.update ? (
        <MetadataEditor about={t('live:stream.metadata.about')} metadata={metadata} update={update} />
      ) : (
        <KnownMetadata metadata={metadata} externalId={null} />
      )}
    </div>
  )
}
