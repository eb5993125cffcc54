import type { Content } from '@kinora/contract'
import { loadLanguage, mountPlayer, type Player } from '@kinora/player'
import { use, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n'
import { opened } from '../playback-token'

interface PlayerHostProps {
  readonly content: Content
  /** The start time from the address, if any. */
  readonly startAt?: string | undefined
  /** Called when the player is created or destroyed. Must not change between renders. */
  readonly onPlayer?: (player: Player | undefined) => void
}

/** Mounts the player of the player package. */
export function PlayerHost({ content, startAt, onPlayer }: PlayerHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const player = useRef<Player>(undefined)
  const spoken = use(loadLanguage(useLanguage()))
  const { title, urls, poster, stage } = content
  const token = content.playbackToken?.value ?? null
  const firstToken = useRef(token)
  const [shownPoster, setShownPoster] = useState(poster)
  const hasStoryboard = stage === null && poster !== null && content.source.width !== null
  const storyboard = hasStoryboard ? opened(urls.storyboard, content) : null
  const [shownStoryboard, setShownStoryboard] = useState(storyboard)
  const [shownTitle] = useState(title)
  const [waveform] = useState(content.waveform)
  // Reload for a new poster or storyboard only if playback has not started.
  if ((poster !== shownPoster || storyboard !== shownStoryboard) && isUntouched(player.current)) {
    setShownPoster(poster)
    setShownStoryboard(storyboard)
  }

  // Pass a new token to the running player without reloading it.
  useEffect(() => {
    firstToken.current = token
    if (token !== null) player.current?.renew(token)
  }, [token])

  useEffect(() => {
    if (!host.current) return
    const mounted = mountPlayer(host.current, {
      src: urls.hls,
      token: firstToken.current,
      title: shownTitle,
      poster: shownPoster,
      storyboard: shownStoryboard,
      waveform,
      startAt: startAt ?? null,
      spoken,
    })
    player.current = mounted
    onPlayer?.(mounted)
    return () => {
      player.current = undefined
      onPlayer?.(undefined)
      mounted.destroy()
    }
  }, [urls.hls, shownTitle, shownPoster, shownStoryboard, waveform, spoken, startAt, onPlayer])

  return <div ref={host} className="size-full" />
}

function isUntouched(player: Player | undefined): boolean {
  return player === undefined || (player.video.paused && player.video.currentTime === 0)
}
