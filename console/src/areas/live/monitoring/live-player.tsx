import type { Livestream } from '@kinora/contract'
import { loadLanguage, mountPlayer, type Player } from '@kinora/player'
import { use, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n'

interface LivePlayerProps {
  readonly stream: Livestream
  /** Called with the player, which is then muted. Pass a stable function. */
  readonly onPlayer?: (player: Player | undefined) => void
}

/** Player of a live stream. */
export function LivePlayer({ stream, onPlayer }: LivePlayerProps) {
  const host = useRef<HTMLDivElement>(null)
  const player = useRef<Player>(undefined)
  const spoken = use(loadLanguage(useLanguage()))
  const { urls, playbackToken, name } = stream
  const token = playbackToken?.value ?? null
  const [poster] = useState(() => opened(urls.thumbnail, token))
  const firstToken = useRef(token)
  const [title] = useState(name)

  // Passes a new token to the running player without a reload.
  useEffect(() => {
    firstToken.current = token
    if (token !== null) player.current?.renew(token)
  }, [token])

  useEffect(() => {
    if (!host.current) return
    const mounted = mountPlayer(host.current, {
      src: urls.hls,
      token: firstToken.current,
      title,
      poster,
      storyboard: urls.storyboard,
      live: 'on-air',
      spoken,
    })
    player.current = mounted
    if (onPlayer) {
      mounted.video.muted = true
      void mounted.video.play().catch(() => undefined)
      onPlayer(mounted)
    }
    return () => {
      player.current = undefined
      onPlayer?.(undefined)
      mounted.destroy()
    }
  }, [urls.hls, urls.storyboard, title, poster, spoken, onPlayer])

  return <div ref={host} className="size-full" />
}

/** URL of the poster, a frame from the moment when the player opens. */
function opened(url: string, token: string | null): string {
  return token === null ? url : `${url}?token=${token}`
}
