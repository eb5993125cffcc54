import { useEffect, useRef } from 'react'
import { useWorkspace } from '../../identity'
import { playTileAudio } from '../stream/play-tile'

/** Plays the audio of a tile without a player of its own. */
export function TileAudio({ tile }: { readonly tile: string }) {
  const { environment } = useWorkspace()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const audio = new Audio()
    place.current?.append(audio)
    const stop = playTileAudio(environment.id, tile, audio)
    return () => {
      stop()
      audio.remove()
    }
  }, [environment.id, tile])
  return <span ref={place} hidden />
}
