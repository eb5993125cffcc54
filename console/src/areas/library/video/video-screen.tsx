import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Area } from '../../../lib/area'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
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
  const query = useQuery({ ...contentQuery(environment.id, contentId), enabled: rights.read })
  useLiveContents(environment.id)
  return (
    <ObjectScreen
      title={t('library:video.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('library:videos.title')} />}
      skeleton={<VideoSkeleton />}
      gone={<NoVideo content={query.data} />}
      failed={t('library:video.failed')}
      safe={t('library:videos.safe')}
    >
      {(content) => (
        <VideoPage
          key={content.id}
          content={content}
          tab={tab}
          startAt={startAt}
          recordingPart={recordingPart}
          otherTab={otherTab}
        />
      )}
    </ObjectScreen>
  )
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
