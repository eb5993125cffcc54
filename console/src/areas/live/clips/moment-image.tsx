import type { LiveRecordingDetail } from '@kinora/contract'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'

interface MomentImageProps {
  readonly recording: LiveRecordingDetail
  readonly seconds: number
  readonly label: string
}

/** Delay after the last move of a handle until its image is requested. */
const restMs = 250
const widthPx = 320

/** Frame of the recording at a time. */
export function MomentImage({ recording, seconds, label }: MomentImageProps) {
  const format = useFormat()
  const [shown, setShown] = useState(seconds)
  useEffect(() => {
    const timer = setTimeout(() => setShown(seconds), restMs)
    return () => clearTimeout(timer)
  }, [seconds])
  const { urls, playbackToken, duration } = recording
  const query = new URLSearchParams({
    time: String(Math.max(0, Math.min(shown, (duration ?? 0) - 0.1))),
    width: String(widthPx),
    ...(playbackToken && { token: playbackToken.value }),
  })
  return (
    <figure className="min-w-0">
      <img
        src={`${urls.thumbnail}?${query}`}
        alt=""
        className="aspect-[16/9] w-full rounded-2 bg-stage object-contain"
      />
      <figcaption className="flex justify-between gap-2 pt-1 text-12 text-ink-3">
        <span dir="auto">{label}</span>
        <span className="tabular font-mono">{format.duration(seconds)}</span>
      </figcaption>
    </figure>
  )
}
