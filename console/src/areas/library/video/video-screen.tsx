import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { contentQuery } from '../queries'
import { VideoPage } from './video-overview'
import { VideoSkeleton } from './video-skeleton'
import type { VideoPlace } from './video-tabs'

interface VideoScreenProps {
  readonly contentId: string
  readonly place?: VideoPlace
  /** A tab of the library or of the slot `videoTabs`. */
  readonly tab: string
  /** The start time from the address, if any. */
  readonly startAt?: string | undefined
}

export function VideoScreen({ contentId, place = 'videos', tab, startAt }: VideoScreenProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const query = useQuery({ ...contentQuery(environment.id, contentId), enabled: rights.read })
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
        <VideoPage key={content.id} content={content} place={place} tab={tab} startAt={startAt} />
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
