import type { Player } from '@kinora/player'
import { MusicNotes } from '@phosphor-icons/react/dist/csr/MusicNotes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { useRights, useWorkspace } from '../../identity'
import { columnsLook } from '../parts/video-overview-look'
import { type PlayerTabProps, Stage } from '../playback/stage'
import { rightsOn } from '../rights'
import type { Range } from '../timeline/range'
import { CaptureBar } from './capture-bar'
import { FrameStrip } from './frame-strip'
import { GifSection } from './gif-section'
import { Poster } from './poster/poster'
import { thumbnailsQuery } from './queries'
import { ThumbnailList } from './thumbnail-list'
import { TypedTimes } from './typed-times'
import { UploadThumbnail } from './upload-thumbnail'
import { usePlayhead } from './use-playhead'

/** The saved frames and images of a video. One of them is the poster. */
export function ThumbnailsTab({ content, startAt }: PlayerTabProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { data } = useQuery(thumbnailsQuery(environment.id, content.id))
  const [player, setPlayer] = useState<Player>()
  const [span, setSpan] = useState<Range>()
  const playhead = usePlayhead(player, content)
  const { duration, source, playable, status, trashedAt } = content
  const mayAdd = rights.create && trashedAt === null
  const isAudio = source.width === null && source.audio !== null
  const hasFrames = playable && source.width !== null && trashedAt === null && duration !== null
  const poster = data?.items.find(({ isPoster }) => isPoster)
  const seek = (seconds: number) => {
    playhead.seek(seconds)
    player?.video.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-4">
        {status !== 'failed' && <Stage content={content} startAt={startAt} onPlayer={setPlayer} />}
        {hasFrames && (
          <FrameStrip
            key={duration}
            content={content}
            duration={duration}
            player={player}
            playhead={playhead}
            posterAt={poster?.time ?? null}
            span={span}
            onSpan={mayAdd ? setSpan : undefined}
          />
        )}
        {mayAdd && hasFrames && <CaptureBar content={content} playhead={playhead} />}
        {isAudio && status !== 'failed' && (
          <Banner tone="info" icon={<MusicNotes size={16} aria-hidden />}>
            {t('library:thumbnails.onlyAudio')}
          </Banner>
        )}
        <ThumbnailList content={content} hasFrames={hasFrames} onSeek={seek} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {trashedAt === null && <Poster content={content} />}
        {mayAdd && hasFrames && (
          <GifSection
            content={content}
            duration={duration}
            playhead={playhead}
            span={span}
            onSpan={setSpan}
          />
        )}
        {mayAdd && <UploadThumbnail content={content} />}
        {mayAdd && hasFrames && <TypedTimes content={content} playhead={playhead} />}
      </div>
    </div>
  )
}
