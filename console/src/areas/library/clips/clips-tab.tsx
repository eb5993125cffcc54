import type { Content } from '@kinora/contract'
import { createClipBody } from '@kinora/contract/library'
import { epoch, epochSeconds, timecodeOf } from '@kinora/contract/timecode'
import type { Player } from '@kinora/player'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { useRights, useWorkspace } from '../../identity'
import { columnsLook } from '../parts/video-overview-look'
import { seekTo } from '../playback/player-time'
import { type PlayerTabProps, Stage } from '../playback/stage'
import { usePlayUntil } from '../playback/use-play-until'
import { rightsOn } from '../rights'
import { exactRate, frameAt, type Range, typedSeconds } from '../timeline/range'
import { useFrameTime } from '../timeline/use-frame-time'
import { ClipForm } from './clip-form'
import { ClipKeys } from './clip-keys'
import { ClipList } from './clip-list'
import { clipsQuery } from './queries'
import { Timeline } from './timeline'
import { Transport } from './transport'

/** Cuts clips from a video on its timeline, and lists the existing ones. */
export function ClipsTab({ content, startAt }: PlayerTabProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const [player, setPlayer] = useState<Player>()
  const [page, setPage] = useState(1)
  const list = useQuery(clipsQuery(environment.id, content.id, page))
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const video = player?.video
  const time = useFrameTime(player)
  const duration = content.duration ?? 0
  const isReady = content.status === 'ready' && duration > 0 && content.trashedAt === null
  const mayCut = rights.create && isReady
  const form = useSchemaForm(createClipBody, {
    startTime: timecodeOf(0),
    endTime: timecodeOf(floorMs(duration)),
  })
  const [startTime, endTime] = form.watch(['startTime', 'endTime'])
  const typed = (time: unknown) => typedSeconds(time) ?? recordedSeconds(time, content)
  const range = { start: typed(startTime) ?? 0, end: typed(endTime) ?? duration }
  const setRange = ({ start, end }: Range) => {
    form.clearErrors()
    form.setValue('startTime', timecodeOf(start), { shouldDirty: true })
    form.setValue('endTime', timecodeOf(end), { shouldDirty: true })
  }
  const seek = (seconds: number) => {
    if (player) seekTo(player, Math.max(0, Math.min(seconds, duration)))
  }
  const frameRate = exactRate(content.source.frameRate)
  const shown = frameAt(time, frameRate)
  const preview = usePreview(player, range)

  const clips = <ClipList list={list} page={page} onPage={setPage} mayCut={mayCut} />
  if (content.status === 'failed') return <div className="mt-4">{clips}</div>
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col">
        <Stage content={content} startAt={startAt} onPlayer={setPlayer} />
        {isReady && (
          <>
            <Transport
              video={video}
              frameRate={frameRate}
              range={mayCut ? range : undefined}
              duration={duration}
              shown={shown}
              now={() => (player ? frameAt(player.video.currentTime, frameRate) : 0)}
              onRange={setRange}
              onSeek={seek}
            />
            <Timeline
              content={content}
              frameRate={frameRate}
              duration={duration}
              time={time}
              range={mayCut ? range : undefined}
              clips={list.data?.items ?? []}
              onRange={setRange}
              onSeek={seek}
            />
            <ClipKeys mayCut={mayCut} />
          </>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {mayCut && (
          <ClipForm
            content={content}
            form={form}
            range={range}
            shown={shown}
            isPreviewing={preview.isOn}
            onPreview={preview.toggle}
          />
        )}
        {!isReady && content.trashedAt === null && (
          <p className="text-ink-2">{t('library:clips.notReady')}</p>
        )}
        {clips}
      </div>
    </div>
  )
}

/** Position of an epoch time in a recording without gaps. The server knows the gaps. */
function recordedSeconds(time: unknown, { startTime }: Content): number | null {
  const parsed = epoch.safeParse(time)
  return parsed.success && startTime !== null ? Math.max(0, epochSeconds(parsed.data) - startTime) : null
}

/** Rounds down to the last millisecond inside the video. */
function floorMs(seconds: number): number {
  return Math.floor(seconds * 1000) / 1000
}

/** Plays the range once. */
function usePreview(player: Player | undefined, { start, end }: Range) {
  const [until, setUntil] = usePlayUntil(player)
  const toggle = () => {
    if (!player) return
    if (until !== undefined) return player.video.pause()
    seekTo(player, start)
    setUntil(end)
    void player.video.play().catch(() => setUntil(undefined))
  }
  return { isOn: until !== undefined, toggle }
}
