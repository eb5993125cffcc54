import type { Content } from '@kinora/contract'
import { mountPlayer, type Player } from '@kinora/player'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n'
import { opened } from './playback-token'

interface PlayerHostProps {
  readonly content: Content
  /** The moment to begin at, where the address says one. */
  readonly startAt?: string | undefined
  /** Called when there is another player, or none; the same function as long as it is mounted. */
  readonly onPlayer?: (player: Player | undefined) => void
}

/** The player of the package, on its stage. */
export function PlayerHost({ content, startAt, onPlayer }: PlayerHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const player = useRef<Player>(undefined)
  const language = useLanguage()
  const { title, urls, poster, stage } = content
  const token = content.playbackToken?.value ?? null
  const firstToken = useRef(token)
  const [shownPoster, setShownPoster] = useState(poster)
  const hasStoryboard = stage === null && poster !== null && content.source.width !== null
  const storyboard = hasStoryboard ? opened(urls.storyboard, content) : null
  const [shownStoryboard, setShownStoryboard] = useState(storyboard)
  const [shownTitle] = useState(title)
  // Pictures that are made later come in only while nobody is watching yet.
  if ((poster !== shownPoster || storyboard !== shownStoryboard) && isUntouched(player.current)) {
    setShownPoster(poster)
    setShownStoryboard(storyboard)
  }

  // A fresh token reaches a player that is playing; it does not begin anew for it.
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
      startAt: startAt ?? null,
      language,
    })
    player.current = mounted
    onPlayer?.(mounted)
    return () => {
      player.current = undefined
      onPlayer?.(undefined)
      mounted.destroy()
    }
  }, [urls.hls, shownTitle, shownPoster, shownStoryboard, language, startAt, onPlayer])

  return <div ref={host} className="size-full" />
}

function isUntouched(player: Player | undefined): boolean {
  return player === undefined || (player.video.paused && player.video.currentTime === 0)
}
