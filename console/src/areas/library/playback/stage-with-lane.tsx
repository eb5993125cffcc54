import type { Player } from '@kinora/player'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { columnsLook } from '../parts/video-overview-look'
import { PlayheadLine } from '../timeline/playhead-line'
import { Strip } from '../timeline/strip'
import { wholeView } from '../timeline/view'
import { seekTo } from './player-time'
import { type PlayerTabProps, Stage } from './stage'
import { usePlayUntil } from './use-play-until'
import { usePlayerTime } from './use-player-time'

interface StageWithLaneProps extends PlayerTabProps {
  /** Below the player: a place from left to right is a time of the video. */
  readonly lane: (parts: LaneParts) => ReactNode
  /** @param now the current time in seconds */
  readonly beside: (playFrom: PlayFrom, now: () => number) => ReactNode
}

export interface LaneParts {
  readonly playFrom: PlayFrom
  /** Pictures of the whole video, as wide as the lane. */
  readonly pictures: ReactNode
  /** A line at the current time, as high as the nearest positioned element. */
  readonly playhead: ReactNode
}

/** Plays from a time, in seconds, and pauses at the other one if it is given. */
export type PlayFrom = (seconds: number, until?: number) => void

/** The player of a video over its pictures, with a lane of another area below them. */
export function StageWithLane({ content, startAt, lane, beside }: StageWithLaneProps) {
  const [player, setPlayer] = useState<Player>()
  /** Time to play from as soon as the player has loaded. */
  const wanted = useRef<number>(undefined)
  const [, setUntil] = usePlayUntil(player)
  const { at } = usePlayerTime(player)
  const duration = content.duration ?? 0
  const takePlayer = useCallback((next: Player | undefined) => {
    setPlayer(next)
    if (next && wanted.current !== undefined) startAtTime(next, wanted.current)
    wanted.current = undefined
  }, [])
  const view = wholeView(duration)
  const pictures = (
    <div className="relative h-[66px] max-sm:h-12">
      <Strip content={content} view={view} />
    </div>
  )
  const playFrom: PlayFrom = (seconds, until) => {
    setUntil(until)
    const time = Math.max(0, Math.min(seconds, duration))
    if (player) startAtTime(player, time)
    else wanted.current = time
  }
  return (
    <div className={columnsLook}>
      <div className="min-w-0">
        <Stage content={content} startAt={startAt} onPlayer={takePlayer} />
        {duration > 0 && (
          <div dir="ltr" className="mt-3">
            {lane({ playFrom, pictures, playhead: <PlayheadLine view={view} time={at} /> })}
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {beside(playFrom, () => player?.video.currentTime ?? 0)}
      </div>
    </div>
  )
}

function startAtTime(player: Player, seconds: number): void {
  seekTo(player, seconds)
  // A browser can refuse to play before the first press on its page.
  void player.video.play().catch(() => undefined)
}
