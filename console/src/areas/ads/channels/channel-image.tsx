import type { AdChannel } from '@kinora/contract'
import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { useState } from 'react'

/** Twice the displayed width, for high-density screens. */
const widthPx = 128

/** Thumbnail of the channel's content, or a placeholder. */
export function ChannelImage({ channel: { thumbnailUrl } }: { readonly channel: AdChannel }) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className="hatched grid h-9 w-16 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3">
      {thumbnailUrl === null || thumbnailUrl === broken ? (
        <Megaphone size={16} aria-hidden />
      ) : (
        <img
          src={smallOf(thumbnailUrl)}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(thumbnailUrl)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}

function smallOf(url: string): string {
  const address = new URL(url, location.href)
  address.searchParams.set('width', String(widthPx))
  return address.href
}
