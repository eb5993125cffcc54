import type { ListedEvent } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useState } from 'react'

/** Twice the width of the picture, for sharp screens. */
const WIDTH = '128'

/** The poster of an event's video, or an icon. */
export function VideoThumb({ video }: { readonly video: NonNullable<ListedEvent['video']> }) {
  const [broken, setBroken] = useState<string>()
  const { poster } = video
  return (
    <span className="hatched grid h-9 w-16 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3">
      {poster === null || poster === broken ? (
        <FilmStrip size={16} aria-hidden />
      ) : (
        <img
          src={small(poster)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(poster)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}

function small(poster: string): string {
  const address = new URL(poster, location.href)
  address.searchParams.set('width', WIDTH)
  return address.href
}
