import type { Livestream } from '@kinora/contract'
import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { ErrorState } from '../../../ui/error-state'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
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
  const roleName = useRoleName()
  const { data, error, isFetching, refetch } = useQuery({
    ...streamQuery(environment.id, streamId),
    enabled: rights.read,
  })
  useStreamEvents(environment.id)

  if (rights.read && data && !isGone(error)) return <StreamPage key={data.id} stream={data} {...page} />
  if (rights.read && !error) return <StreamSkeleton />
  return (
    <Page title={t('live:stream.title')}>
      <div className="pt-10">
        {!rights.read ? (
          <NoAccess what={t('live:streams.title')} role={roleName(environment.role)} />
        ) : isGone(error) ? (
          <NoStream stream={data} />
        ) : (
          <ErrorState
            title={t('live:stream.failed')}
            safe={t('ui:safe')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </Page>
  )
}

/** Whether the stream does not exist. Includes invalid IDs. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'not-found' || error.id === 'request-invalid')
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

function StreamSkeleton() {
  return (
    <div aria-hidden className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <Skeleton className="my-1.5 h-3 w-24" />
      <Skeleton className="mt-2 h-6 w-80 max-w-full" />
      <div className={columnsLook}>
        <Skeleton className="aspect-[16/9] w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    </div>
  )
}
