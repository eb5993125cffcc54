import type { Content } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { useSlot } from '../../../lib/slots'
import { Page } from '../../../ui/page'
import { useRights } from '../../identity'
import { AudioTracks } from '../audio/audio-tracks'
import { videoItem } from '../parts/item'
import { isRecorded } from '../parts/status'
import { columnsLook } from '../parts/video-overview-look'
import { Stage } from '../playback/stage'
import { ReencodeNotice } from '../reencode/reencode-notice'
import { Renditions } from '../renditions/renditions'
import { ReplacementNotice } from '../replace/replacement-notice'
import { rightsOn } from '../rights'
import { Details } from './details'
import { EditableTitle } from './editable-title'
import { HeadingStatus } from './heading-status'
import { Links } from './links'
import { ExpiryNotice } from './notices/expiry-notice'
import { ImagesFailed } from './notices/images-failed'
import { TrashNotice } from './notices/trash-notice'
import { PhoneHeader } from './phone-header'
import { SourceFile } from './source-file'
import { VideoActions } from './video-actions'
import { VideoActivity } from './video-activity'
import { VideoCrumbs } from './video-crumbs'
import { TabSkeleton } from './video-skeleton'
import { type VideoPlace, VideoTabs } from './video-tabs'

const tabs = {
  clips: lazy(async () => ({ default: (await import('../clips/clips-tab')).ClipsTab })),
  thumbnails: lazy(async () => ({ default: (await import('../images/thumbnails-tab')).ThumbnailsTab })),
  subtitles: lazy(async () => ({ default: (await import('../subtitles/subtitles-tab')).SubtitlesTab })),
  metadata: lazy(async () => ({ default: (await import('../metadata/metadata-tab')).MetadataTab })),
  access: lazy(async () => ({ default: (await import('../sharing/access-tab')).AccessTab })),
}
const TabFailed = lazy(async () => ({ default: (await import('./tab-failed')).TabFailed }))
const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('../sharing/share-dialog')).ShareDialog }))

const ReencodeDialog = lazy(async () => ({
  default: (await import('../reencode/reencode-dialog')).ReencodeDialog,
}))

type OwnTab = keyof typeof tabs

/** Tabs that a social clip does not have. */
const tabsWithoutSocialClips: ReadonlySet<string> = new Set<OwnTab>(['clips', 'subtitles'])

interface VideoPageProps {
  readonly content: Content
  readonly place: VideoPlace
  /** `overview`, another tab of the library, or a tab of the slot `videoTabs`. */
  readonly tab: string
  /** The start time from the address, if any. */
  readonly startAt: string | undefined
}

/** The page of a video: player, renditions, details, links. */
export function VideoPage({ content, place, tab, startAt }: VideoPageProps) {
  const phone = useMedia(below.sm)
  const navigate = useNavigate()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
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
  const ownTab = isOwnTab(tab) && !(isSocial && tabsWithoutSocialClips.has(tab)) ? tab : undefined
  const [RecordingPart] = useSlot('recordingPart')
  const otherTabs = useSlot('videoTabs').flat()
  const Tab = ownTab ? tabs[ownTab] : otherTabs.find(({ id }) => id === tab)?.Content
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
        <VideoTabs content={content} place={place} />
        {Tab === undefined ? (
          <div className={columnsLook}>{parts}</div>
        ) : (
          <Suspense fallback={<TabSkeleton />}>
            {content.status === 'failed' && ownTab && ownTab !== 'access' && (
              <TabFailed content={content} tab={ownTab} />
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

function isOwnTab(tab: string): tab is OwnTab {
  return Object.hasOwn(tabs, tab)
}
