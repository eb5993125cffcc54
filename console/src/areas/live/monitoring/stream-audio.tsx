import type { Player } from '@kinora/player'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWorkspace } from '../../identity'
import { streamQuery } from '../queries'
import { LivePlayer } from './live-player'

/** Plays the audio of a live stream, with a player that nobody sees. */
export function StreamAudio({ id }: { readonly id: string }) {
  const { environment } = useWorkspace()
  const { data: stream } = useQuery(streamQuery(environment.id, id))
  const listen = useCallback((player: Player | undefined) => {
    if (player) player.video.muted = false
  }, [])
  if (stream === undefined) return null
  return (
    <div inert className="pointer-events-none absolute size-px overflow-hidden opacity-0">
      <LivePlayer stream={stream} onPlayer={listen} />
    </div>
  )
}
