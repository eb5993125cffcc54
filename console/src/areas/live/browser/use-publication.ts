import type { Livestream } from '@kinora/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Problem } from '../../../lib/problem'
import { type Publication, publish } from './publish'

export type PublicationState = 'idle' | 'connecting' | 'live' | 'lost'

/** Publishes from this browser until it is stopped or the component unmounts. */
export function usePublication(stream: Livestream) {
  const [state, setState] = useState<PublicationState>('idle')
  const [since, setSince] = useState<string | null>(null)
  const [error, setError] = useState<Problem | null>(null)
  const current = useRef<Publication>(undefined)

  const stop = useCallback(() => {
    if (current.current === undefined) return
    current.current.stop()
    current.current = undefined
    setState('idle')
  }, [])
  useEffect(() => stop, [stop])

  async function start(media: MediaStream): Promise<void> {
    setState('connecting')
    setError(null)
    try {
      current.current = await publish(stream, media, () => {
        current.current = undefined
        setState('lost')
      })
      setSince(new Date().toISOString())
      setState('live')
    } catch (fault) {
      setState('idle')
      setError(fault instanceof Problem ? fault : new Problem('webrtc-unavailable', 0))
    }
  }

  return { state, since, error, start, stop }
}
