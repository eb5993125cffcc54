import type { Player } from '@kinora/player'
import { useState } from 'react'
import { type PlayerTabProps, Stage } from '../playback/stage'
import { useRightsOn } from '../rights'
import { columnsLook } from '../video/video-overview-look'
import { CaptureBar } from './capture-bar'
import { GifForm } from './gif-form'
import { ThumbnailList } from './thumbnail-list'
import { TimeForm } from './time-form'
import { UploadThumbnail } from './upload-thumbnail'
import { usePlayhead } from './use-playhead'

/** The thumbnails of a video: captured, rendered at a time or uploaded. One of them is the poster. */
export function ThumbnailsTab({ content, startAt }: PlayerTabProps) {
  const rights = useRightsOn(content)
  const [player, setPlayer] = useState<Player>()
  const playhead = usePlayhead(player, content)
  const mayAdd = rights.create && content.trashedAt === null
  const hasVideo = content.playable && content.source.width !== null
  const seek = (seconds: number) => {
    playhead.seek(seconds)
    player?.video.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-4">
        <Stage content={content} startAt={startAt} onPlayer={setPlayer} />
        {mayAdd && hasVideo && <CaptureBar content={content} playhead={playhead} />}
        <ThumbnailList content={content} onSeek={seek} />
      </div>
      {mayAdd && (
        <div className="flex min-w-0 flex-col gap-6">
          {hasVideo && <TimeForm content={content} playhead={playhead} />}
          {hasVideo && <GifForm content={content} playhead={playhead} />}
          <UploadThumbnail content={content} />
        </div>
      )}
    </div>
  )
}
