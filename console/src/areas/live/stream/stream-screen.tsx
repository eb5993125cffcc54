import type { Livestream } from '@kinora/contract'
import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { columnsLook } from '../../library'
import { streamQuery } from '../queries'
import { useStreamEvents } from '../use-stream-events'
import { StreamPage, type StreamPageProps } from './stream-page'

interface StreamScreenProps extends Omit<StreamPageProps, 'stream'> {
  readonly streamId: string
}

export function StreamScreen({ streamId, ...page }: StreamScreenProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Livestreams', 'Livestream')
  const query = useQuery({ ...streamQuery(environment.id, streamId), enabled: rights.read })
  useStreamEvents(environment.id)
  return (
    <ObjectScreen
      title={t('live:stream.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('live:streams.title')} />}
      skeleton={
        <div className={columnsLook}>
          <Skeleton className="aspect-[16/9] w-full" />
          <Skeleton className="h-60 w-full" />
        </div>
      }
      gone={<NoStream stream={query.data} />}
      failed={t('live:stream.failed')}
      safe={t('ui:safe')}
    >
      {(stream) => <StreamPage key={stream.id} stream={stream} {...page} />}
    </ObjectScreen>
  )
}

/** Message for a stream that does not exist, or was deleted while it was open. */
function NoStream({ stream }: { readonly stream: Livestream | undefined }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <State
      icon={<Broadcast size={20} />}
      title={
        stream ? t('live:stream.gone.deleted', { name: isolate(stream.name) }) : t('live:stream.gone.title')
      }
      actions={
        <LinkButton
          variant="primary"
          to="/$environmentId/live-stream"
          params={{ environmentId: environment.id }}
        >
          {t('live:stream.gone.back')}
        </LinkButton>
      }
    >
      {t('live:stream.gone.why')}
    </State>
  )
}
