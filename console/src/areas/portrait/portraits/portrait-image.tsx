import type { Portrait } from '@kinora/contract'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { useState } from 'react'

/** The image of a portrait in a row, or a placeholder. */
export function PortraitImage({ portrait: { thumbnail } }: { readonly portrait: Portrait }) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className="hatched grid h-9 w-16 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3">
      {thumbnail === null || thumbnail === broken ? (
        <DeviceMobile size={16} aria-hidden />
      ) : (
        <img
          src={thumbnail}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(thumbnail)}
          className="size-full object-contain"
        />
      )}
    </span>
  )
}
