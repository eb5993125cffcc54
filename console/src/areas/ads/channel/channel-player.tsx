import type { AdChannel } from '@kinora/contract'
import { loadLanguage, mountPlayer, type Player } from '@kinora/player'
import { use, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n'

/** Player of a channel, with autoplay. */
export function ChannelPlayer({ channel }: { readonly channel: AdChannel }) {
  const host = useRef<HTMLDivElement>(null)
  const player = useRef<Player>(undefined)
  const spoken = use(loadLanguage(useLanguage()))
  const { finalUrl, playbackToken, name, thumbnailUrl } = channel
  const token = playbackToken?.value ?? null
  const firstToken = useRef(token)
  const [poster] = useState(thumbnailUrl)
  const [title] = useState(name)

  // Pass a new token to the running player without reloading it.
  useEffect(() => {
    firstToken.current = token
    if (token !== null) player.current?.renew(token)
  }, [token])

  useEffect(() => {
    if (!host.current) return
    const mounted = mountPlayer(host.current, {
      src: finalUrl,
      token: firstToken.current,
      title,
      poster,
      storyboard: null,
      spoken,
    })
    player.current = mounted
    void mounted.video.play().catch(() => undefined)
    return () => {
      player.current = undefined
      mounted.destroy()
    }
  }, [finalUrl, title, poster, spoken])

  return <div ref={host} className="size-full" />
}
