import type { Content } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import type { Area } from '../../../lib/area'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { Page } from '../../../ui/page'
import { AudioTracks } from '../audio/audio-tracks'
import { videoItem } from '../parts/item'
import { isRecorded } from '../parts/status'
import { columnsLook } from '../parts/video-overview-look'
import { Stage } from '../playback/stage'
import { ReencodeNotice } from '../reencode/reencode-notice'
import { Renditions } from '../renditions/renditions'
import { ReplacementNotice } from '../replace/replacement-notice'
import { useRightsOn } from '../rights'
import { Details } from './details'
import { EditableTitle } from './editable-title'
import { ExpiryNotice } from './expiry-notice'
import { HeadingStatus } from './heading-status'
import { ImagesFailed } from './images-failed'
import { Links } from './links'
import { PhoneHeader } from './phone-header'
import { SourceFile } from './source-file'
import { TrashNotice } from './trash-notice'
import { VideoActions } from './video-actions'
import { VideoActivity } from './video-activity'
import { VideoCrumbs } from './video-crumbs'
import { TabSkeleton } from './video-skeleton'
import { VideoTabs } from './video-tabs'

const tabs = {
  clips: lazy(async () => ({ default: (await import('../clips/clips-tab')).ClipsTab })),
  thumbnails: lazy(async () => ({ default: (await import('../images/thumbnails-tab')).ThumbnailsTab })),
  subtitles: lazy(async () => ({ default: (await import('../subtitles/subtitles-tab')).SubtitlesTab })),
  metadata: lazy(async () => ({ default: (await import('../metadata/metadata-tab')).MetadataTab })),
  access: lazy(async () => ({ default: (await import('../playback/access-tab')).AccessTab })),
}
const TabFailed = lazy(async () => ({ default: (await import('./tab-failed')).TabFailed }))
const DeleteDialog = lazy(async () => ({ default: (await import('../trash/delete-dialog')).DeleteDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('../sharing/share-dialog')).ShareDialog }))

const ReencodeDialog = lazy(async () => ({
  default: (await import('../reencode/reencode-dialog')).ReencodeDialog,
}))

/** Tabs of other areas. */
type OtherTab = 'analytics' | 'monitoring' | 'breaks' | 'insertions'
export type VideoTab = 'overview' | OtherTab | keyof typeof tabs

/** Tabs that a social clip does not have. */
const tabsWithoutSocialClips: ReadonlySet<VideoTab> = new Set<VideoTab>(['clips', 'subtitles'])

interface VideoPageProps {
  readonly content: Content
  readonly tab: VideoTab
  /** The start time from the address, if any. */
  readonly startAt: string | undefined
  readonly recordingPart: Area['recordingPart'] | undefined
  /** Content of another area's tab. */
  readonly otherTab: ComponentType<{ content: Content; startAt: string | undefined }> | undefined
}

/** The page of a video: player, renditions, details, links. */
export function VideoPage({ content, tab, startAt, recordingPart: RecordingPart, otherTab }: VideoPageProps) {
  const phone = useMedia(below.sm)
  const navigate = useNavigate()
  const rights = useRightsOn(content)
  const [deleting, setDeleting] = useState(false)
  const [shared, setShared] = useState<string>()
  const [reencoding, setReencoding] = useState(false)
  const { environmentId, title, renditions, imagesError, trashedAt } = content
  const isSocial = content.category === 'SocialClip'
  const actions = (
    <VideoActions
      content={content}
      isPhone={phone}
      onShare={() => setShared(content.playbackId)}
      onDelete={() => setDeleting(true)}
      onReencode={() => setReencoding(true)}
    />
  )
  const left = () =>
    void (content.category === 'LiveRecording'
      ? navigate({ to: '/$environmentId/live-recording', params: { environmentId }, search: {} })
      : navigate({
          to: '/$environmentId/videos',
          params: { environmentId },
          search: isSocial ? { kind: 'social' } : {},
        }))
  const hasNoTab = tab === 'overview' || (isSocial && tabsWithoutSocialClips.has(tab))
  const isOther = tab === 'analytics' || tab === 'monitoring' || tab === 'breaks' || tab === 'insertions'
  const Tab = hasNoTab ? undefined : isOther ? otherTab : tabs[tab]
  const heading = <EditableTitle content={content} mayEdit={rights.update} />
  const parts = (
    <>
      <div className="flex min-w-0 flex-col gap-6">
        {!phone && <Stage content={content} startAt={startAt} />}
        {imagesError && <ImagesFailed content={content} error={imagesError} />}
        {content.reencode &&
          (content.reencode.replacement ? (
            <ReplacementNotice
              content={content}
              reencode={content.reencode}
              replacement={content.reencode.replacement}
            />
          ) : (
            <ReencodeNotice content={content} reencode={content.reencode} />
          ))}
        {RecordingPart && isRecorded(content) && (
          <Suspense>
            <RecordingPart content={content} />
          </Suspense>
        )}
        {renditions.length > 0 && <Renditions content={content} />}
        {trashedAt === null && content.playable && !isRecorded(content) && <AudioTracks content={content} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Details content={content} />
        {trashedAt === null && <Links content={content} />}
        <SourceFile content={content} />
        <VideoActivity content={content} />
      </div>
    </>
  )

  return (
    <>
      {phone && (
        <>
          <PhoneHeader environmentId={environmentId} menu={actions} />
          {tab === 'overview' && <Stage content={content} startAt={startAt} />}
        </>
      )}
      <Page
        title={title}
        heading={heading}
        beside={<HeadingStatus content={content} />}
        {...(!phone && {
          actions,
          crumbs: <VideoCrumbs content={content} />,
        })}
      >
        {trashedAt !== null && <TrashNotice content={content} since={trashedAt} />}
        {content.expiresAt !== null && <ExpiryNotice content={content} expiresAt={content.expiresAt} />}
        <VideoTabs content={content} />
        {Tab === undefined ? (
          <div className={columnsLook}>{parts}</div>
        ) : (
          <Suspense fallback={<TabSkeleton />}>
            {content.status === 'failed' && tab !== 'overview' && !isOther && tab !== 'access' && (
              <TabFailed content={content} tab={tab} />
            )}
            <Tab content={content} startAt={startAt} />
          </Suspense>
        )}
      </Page>
      <Suspense>
        {shared !== undefined && (
          <ShareDialog content={content} playbackId={shared} onClose={() => setShared(undefined)} />
        )}
        {reencoding && <ReencodeDialog content={content} onClose={() => setReencoding(false)} />}
        {deleting && (
          <DeleteDialog items={[videoItem(content)]} onClose={() => setDeleting(false)} onDeleted={left} />
        )}
      </Suspense>
    </>
  )
}
