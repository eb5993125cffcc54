import type { Content } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Page } from '../../../ui/page'
import { AudioTracks } from '../audio/audio-tracks'
import { videoItem } from '../contents/item'
import { isDownloadable, isReplaceable, isRetryable } from '../contents/status'
import { VideoMenu } from '../contents/video-menu'
import { Playback } from '../playback/playback'
import { PlaybackIds } from '../playback/playback-ids'
import { Stage } from '../playback/stage'
import { ReencodeNotice } from '../reencode/reencode-notice'
import { ReplacementNotice } from '../replace/replacement-notice'
import { useRightsOn } from '../rights'
import { Details } from './details'
import { EditableTitle } from './editable-title'
import { ExpiryNotice } from './expiry-notice'
import { HeadingStatus } from './heading-status'
import { ImagesFailed } from './images-failed'
import { Links } from './links'
import { PhoneHeader } from './phone-header'
import { Renditions } from './renditions'
import { SourceFile } from './source-file'
import { TrashNotice } from './trash-notice'
import { columnsLook } from './video-overview-look'
import { TabSkeleton } from './video-skeleton'
import { VideoTabs } from './video-tabs'

const tabs = {
  clips: lazy(async () => ({ default: (await import('../clips/clips-tab')).ClipsTab })),
  thumbnails: lazy(async () => ({ default: (await import('../images/thumbnails-tab')).ThumbnailsTab })),
  subtitles: lazy(async () => ({ default: (await import('../subtitles/subtitles-tab')).SubtitlesTab })),
  metadata: lazy(async () => ({ default: (await import('../metadata/metadata-tab')).MetadataTab })),
}
const TabFailed = lazy(async () => ({ default: (await import('./tab-failed')).TabFailed }))
const DeleteDialog = lazy(async () => ({ default: (await import('../trash/delete-dialog')).DeleteDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('../sharing/share-dialog')).ShareDialog }))

const ReencodeDialog = lazy(async () => ({
  default: (await import('../reencode/reencode-dialog')).ReencodeDialog,
}))

export type VideoTab = 'overview' | keyof typeof tabs

/** Tabs that a social clip does not have. */
const tabsWithoutSocialClips: ReadonlySet<VideoTab> = new Set<VideoTab>(['clips', 'subtitles'])

interface VideoPageProps {
  readonly content: Content
  readonly tab: VideoTab
  /** The start time from the address, if any. */
  readonly startAt: string | undefined
}

/** The page of a video: player, renditions, details, links. */
export function VideoPage({ content, tab, startAt }: VideoPageProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const navigate = useNavigate()
  const rights = useRightsOn(content)
  const [deleting, setDeleting] = useState(false)
  const [shared, setShared] = useState<string>()
  const [reencoding, setReencoding] = useState(false)
  const { environmentId, title, renditions, imagesError, trashedAt } = content
  const hasActions =
    (content.playable && trashedAt === null) ||
    isDownloadable(content) ||
    rights.delete ||
    (rights.update && (isRetryable(content) || (rights.create && isReplaceable(content))))
  const menu = hasActions && (
    <VideoMenu
      content={content}
      onDelete={() => setDeleting(true)}
      onReencode={() => setReencoding(true)}
      trigger={
        <IconButton label={t('library:actions.of', { title })} outlined={!phone}>
          {phone ? <DotsThreeVertical size={20} weight="bold" /> : <DotsThree size={16} weight="bold" />}
        </IconButton>
      }
    />
  )
  const share = content.playable && trashedAt === null && (
    <ShareButton small={phone} onPress={() => setShared(content.playbackId)} />
  )
  const actions = (
    <>
      {share}
      {menu}
    </>
  )
  const isSocial = content.category === 'SocialClip'
  const left = () =>
    void navigate({
      to: '/$environmentId/videos',
      params: { environmentId },
      search: isSocial ? { kind: 'social' } : {},
    })
  const Tab = tab === 'overview' || (isSocial && tabsWithoutSocialClips.has(tab)) ? undefined : tabs[tab]
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
        {renditions.length > 0 && <Renditions content={content} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Details content={content} />
        {trashedAt === null && <Playback content={content} />}
        {trashedAt === null && content.playable && <AudioTracks content={content} />}
        {trashedAt === null && <PlaybackIds content={content} onShare={setShared} />}
        {trashedAt === null && <Links content={content} />}
        <SourceFile content={content} />
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
          crumbs: (
            <Breadcrumbs>
              <Link
                to="/$environmentId/videos"
                params={{ environmentId }}
                search={isSocial ? { kind: 'social' } : {}}
              >
                {t(isSocial ? 'library:social.list' : 'library:videos.title')}
              </Link>
            </Breadcrumbs>
          ),
        })}
      >
        {trashedAt !== null && <TrashNotice content={content} since={trashedAt} />}
        {content.expiresAt !== null && <ExpiryNotice isTest={content.isTest} expiresAt={content.expiresAt} />}
        <VideoTabs content={content} />
        {Tab === undefined ? (
          <div className={columnsLook}>{parts}</div>
        ) : (
          <Suspense fallback={<TabSkeleton />}>
            {content.status === 'failed' && tab !== 'overview' && <TabFailed content={content} tab={tab} />}
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

function ShareButton({ small, onPress }: { readonly small: boolean; readonly onPress: () => void }) {
  const t = useText()
  return small ? (
    <IconButton label={t('library:share.open')} onPress={onPress} className="ms-auto">
      <ShareNetwork size={20} />
    </IconButton>
  ) : (
    <Button icon={<ShareNetwork size={16} />} onPress={onPress}>
      {t('library:share.open')}
    </Button>
  )
}
