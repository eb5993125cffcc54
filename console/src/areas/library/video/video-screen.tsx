import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Area } from '../../../lib/area'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { ErrorState } from '../../../ui/error-state'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
import { useLiveContents } from '../live'
import { contentQuery } from '../queries'
import { VideoPage, type VideoTab } from './video-overview'
import { VideoSkeleton } from './video-skeleton'

interface VideoScreenProps {
  readonly contentId: string
  readonly tab: VideoTab
  /** The start time from the address, if any. */
  readonly startAt?: string | undefined
  /** Part of another area about recordings. */
  readonly recordingPart?: Area['recordingPart'] | undefined
  /** Content of another area's tab. */
  readonly otherTab?: ComponentType<{ content: Content; startAt: string | undefined }>
}

export function VideoScreen({ contentId, tab, startAt, recordingPart, otherTab }: VideoScreenProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const roleName = useRoleName()
  const { data, error, isFetching, refetch } = useQuery({
    ...contentQuery(environment.id, contentId),
    enabled: rights.read,
  })
  useLiveContents(environment.id)

  if (rights.read && data && !isGone(error))
    return (
      <VideoPage
        key={data.id}
        content={data}
        tab={tab}
        startAt={startAt}
        recordingPart={recordingPart}
        otherTab={otherTab}
      />
    )
  if (rights.read && !error) return <VideoSkeleton />
  return (
    <Page title={t('library:video.title')}>
      <div className="pt-10">
        {!rights.read ? (
          <NoAccess what={t('library:videos.title')} role={roleName(environment.role)} />
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

/** The video does not exist, or was deleted while it was open. */
function NoVideo({ content }: { readonly content: Content | undefined }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <State
      icon={<FilmStrip size={20} />}
      title={content ? t('library:gone.deleted', { title: content.title }) : t('library:gone.title')}
      actions={
        <LinkButton variant="primary" to="/$environmentId/videos" params={{ environmentId: environment.id }}>
          {t('library:gone.back')}
        </LinkButton>
      }
    >
      {content ? t('library:gone.deletedWhy') : t('library:gone.why')}
    </State>
  )
}
