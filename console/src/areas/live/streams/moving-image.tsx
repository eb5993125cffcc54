import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { useEffect, useState } from 'react'

/** Refresh interval, about the interval at which the server renders a new image. */
const refreshMs = 10_000
/** Twice the width in a row, for high-density screens. */
const widthPx = 128

interface MovingImageProps {
  /** Null for a placeholder. */
  readonly url: string | null
  readonly token: string | null
  /** Whether the stream is on air, so that the image changes. */
  readonly isLive: boolean
}

/** Current image of a live stream, or image of a recording. */
export function MovingImage({ url, token, isLive }: MovingImageProps) {
  const [broken, setBroken] = useState<string>()
  const at = useTicks(isLive)
  const address = url === null ? null : imageAddress(url, token, isLive ? at : null)
  return (
    <span className="hatched grid h-9 w-16 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3">
      {address === null || address === broken ? (
        <Broadcast size={16} aria-hidden />
      ) : (
        <img
          src={address}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(address)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}

function imageAddress(url: string, token: string | null, version: number | null): string {
  const address = new URL(url, location.href)
  address.searchParams.set('width', String(widthPx))
  if (token !== null) address.searchParams.set('token', token)
  if (version !== null) address.searchParams.set('v', String(version))
  return address.href
}

/** Counter that changes with each refresh while the page is visible. */
export function useTicks(isRunning: boolean): number {
  const [tick, setTick] = useState(() => Math.floor(Date.now() / refreshMs))
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) setTick(Math.floor(Date.now() / refreshMs))
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return tick
}
