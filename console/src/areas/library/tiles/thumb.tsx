import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { MusicNotes } from '@phosphor-icons/react/dist/csr/MusicNotes'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { cx } from '../../../ui/cx'
import { opened } from '../playback-token'
import { Scrub } from './scrub'

interface ThumbProps {
  readonly content: Content
  /** An image instead of the poster for viewers. */
  readonly image?: string | undefined
  /** 64×36 in rows, 96×54 on a phone. */
  readonly large?: boolean
  /** Fills its container, in a grid. */
  readonly wide?: boolean
}

/** The video's poster or a placeholder. Hovering shows frames of the storyboard. */
export function Thumb({ content, image, large = false, wide = false }: ThumbProps) {
  const { source, urls, duration, stage, trashedAt } = content
  // The server does not deliver images of trashed videos.
  const poster = image ?? (trashedAt === null ? content.poster : null)
  const [broken, markBroken] = useBroken()
  const Sign = source.width === null && source.audio !== null ? MusicNotes : FilmStrip
  return (
    <span
      className={cx(
        'hatched relative grid shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3',
        wide ? 'aspect-[16/9] w-full' : large ? 'h-[54px] w-24' : 'h-9 w-16',
      )}
    >
      {poster === null || poster === broken ? (
        <Sign size={16} aria-hidden />
      ) : (
        <>
          <img
            src={image ?? asWebp(poster, wide ? null : rowWidth)}
            alt=""
            draggable={false}
            loading="lazy"
            decoding="async"
            onError={() => markBroken(poster)}
            className="size-full object-cover"
          />
          {stage === null && trashedAt === null && <Scrub storyboard={opened(urls.storyboard, content)} />}
        </>
      )}
      {(large || wide) && duration !== null && <Length seconds={duration} />}
    </span>
  )
}

/** Twice the width of a row's picture, for sharp screens. */
const rowWidth = 128

/** The poster as WebP, which has half the size of a JPEG, scaled to the width in pixels if it is given. */
function asWebp(poster: string, width: number | null): string {
  const address = new URL(poster, location.href)
  address.pathname = address.pathname.replace(/\.jpg$/, '.webp')
  if (width !== null) address.searchParams.set('width', String(width))
  return address.href
}

/** The image that failed to load; it is retried when the connection returns. */
function useBroken() {
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    if (broken === undefined) return
    const again = () => setBroken(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [broken])
  return [broken, setBroken] as const
}

function Length({ seconds }: { readonly seconds: number }) {
  const format = useFormat()
  return (
    <span className="ltr tabular absolute end-1 bottom-1 rounded-1 bg-stage/80 px-1 text-11 text-[#fff]">
      {format.duration(seconds)}
    </span>
  )
}
