import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { ErrorState } from '../../../ui/error-state'
import { NoPermission } from '../../../ui/no-permission'
import { Page } from '../../../ui/page'
import { useRoleName, useWorkspace } from '../../identity'
import { useLiveContents } from '../live'
import { contentQuery } from '../queries'
import { useVideoRights } from '../rights'
import { NoVideo } from './no-video'
import { VideoPage, type VideoTab } from './video-overview'
import { VideoSkeleton } from './video-skeleton'

interface VideoScreenProps {
  readonly contentId: string
  readonly tab: VideoTab
  /** The start time from the address, if any. */
  readonly startAt?: string | undefined
}

export function VideoScreen({ contentId, tab, startAt }: VideoScreenProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useVideoRights()
  const roleName = useRoleName()
  const { data, error, isFetching, refetch } = useQuery({
    ...contentQuery(environment.id, contentId),
    enabled: rights.read,
  })
  useLiveContents(environment.id)

  if (rights.read && data && !isGone(error))
    return <VideoPage key={data.id} content={data} tab={tab} startAt={startAt} />
  if (rights.read && !error) return <VideoSkeleton />
  return (
    <Page title={t('library:video.title')}>
      <div className="pt-10">
        {!rights.read ? (
          <NoPermission what={t('library:videos.title')} role={roleName(environment.role)} />
        ) : isGone(error) ? (
          <NoVideo content={data} />
        ) : (
          <ErrorState
            title={t('library:video.failed')}
            safe={t('library:videos.safe')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </Page>
  )
}

/** An invalid id counts as a deleted video. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'not-found' || error.id === 'request-invalid')
}
