import type { Content, Thumbnail } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ThumbnailMenu } from './thumbnail-menu'
import { shortName, thumbnailName } from './thumbnail-name'

interface ThumbnailCardProps {
  readonly content: Content
  readonly thumbnail: Thumbnail
  readonly onSeek: (seconds: number) => void
  readonly onDelete: () => void
}

const tileLook = 'relative block aspect-[16/9] w-full overflow-hidden rounded-1 bg-stage'

/** A thumbnail; selecting it seeks the player to its time. A GIF plays only on hover and focus. */
export function ThumbnailCard({ content, thumbnail, onSeek, onDelete }: ThumbnailCardProps) {
  const t = useText()
  const [moves, setMoves] = useState(false)
  const { kind, time, fileName, width, height, isPoster, preview, url } = thumbnail
  const name = thumbnailName(t, thumbnail)
  const shown = (
    <>
      {/* The server does not deliver images of trashed videos. */}
      {content.trashedAt === null && (
        <img
          src={moves && kind === 'gif' ? url : preview}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {kind === 'gif' && (
        <span className="ltr absolute end-1 bottom-1 rounded-1 bg-stage/80 px-1 text-11 text-[#fff]">
          GIF
        </span>
      )}
    </>
  )
  return (
    <li
      className="group/row min-w-0"
      onPointerEnter={() => setMoves(true)}
      onPointerLeave={() => setMoves(false)}
      onFocus={() => setMoves(true)}
      onBlur={() => setMoves(false)}
    >
      {time !== null && content.playable && content.trashedAt === null ? (
        <button
          type="button"
          aria-label={t('library:thumbnails.seek', { name: isolate(name), time: timecodeOf(time) })}
          onClick={() => onSeek(time)}
          className={tileLook}
        >
          {shown}
        </button>
      ) : (
        <div className={tileLook}>{shown}</div>
      )}
      <div className="mt-1.5 flex min-h-7 items-start gap-2 text-13">
        <div className="min-w-0 flex-1">
          <p className="cut tabular font-mid">
            {fileName === null ? <span className="ltr">{shortName(thumbnail)}</span> : <bdi>{fileName}</bdi>}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
            <span className="ltr tabular">
              {width} × {height}
            </span>
            {isPoster && (
              <span className="inline-flex items-center gap-1 font-mid text-good">
                <SealCheck size={14} aria-hidden />
                {t('library:thumbnails.poster')}
              </span>
            )}
          </p>
        </div>
        <ThumbnailMenu content={content} thumbnail={thumbnail} name={name} onDelete={onDelete} />
      </div>
    </li>
  )
}
