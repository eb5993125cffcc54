import type { SearchMoment } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import { useWorkspace } from '../../identity'
import { FramesLike } from './frames-like'
import { Marked } from './marked'

interface MomentCardProps {
  readonly moment: SearchMoment
  readonly onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => void
}

/** A found moment: its picture, why it was found, and a link that plays from there. */
export function MomentCard({ moment, onKeyDown }: MomentCardProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { content, foundIn, start, text, speaker, marks, isAlike, strength, thumbnailUrl, isComparable } =
    moment
  const params = { environmentId: environment.id, contentId: content.id }
  const hasTime = foundIn !== 'metadata'
  const at = format.duration(start)
  return (
    <li className="relative flex flex-col gap-2">
      <Picture url={thumbnailUrl} />
      <div className="flex items-baseline justify-between gap-2">
        <Link
          to={hasTime ? '/$environmentId/videos/$contentId/ai-analysis' : '/$environmentId/videos/$contentId'}
          params={params}
          search={hasTime ? { t: String(start) } : {}}
          onKeyDown={onKeyDown}
          data-moment
          className="min-w-0 truncate font-mid text-ink after:absolute after:inset-0"
        >
          <bdi>{content.title}</bdi>
        </Link>
        {hasTime && (
          <span className="tabular shrink-0 text-13 text-act-text">
            <span className="sr-only">{t('intelligence:search.from')} </span>
            {at}
          </span>
        )}
      </div>
      {foundIn === 'looks' ? null : hasTime ? (
        <p dir="auto" className="line-clamp-3 text-13 text-pretty text-ink-2">
          {speaker !== null && `${speaker}: `}
          <Marked text={text} marks={marks} />
        </p>
      ) : (
        <p className="text-13 text-ink-2">{t('intelligence:search.inMetadata')}</p>
      )}
      <div className="flex items-center justify-between gap-3">
        <Chip>{t(isAlike ? 'intelligence:search.alike' : `intelligence:places.${foundIn}`)}</Chip>
        <span className="tabular text-12 text-ink-2">
          {t('intelligence:search.strength', { share: format.percent(strength) })}
        </span>
      </div>
      {isComparable && <FramesLike contentId={content.id} at={start} of={`${content.title} ${at}`} />}
    </li>
  )
}

/** The picture of a moment, or a placeholder. */
function Picture({ url }: { readonly url: string | null }) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className="hatched grid aspect-16/9 w-full place-items-center overflow-hidden rounded-2 bg-sunk text-ink-3">
      {url === null || url === broken ? (
        <FilmStrip size={16} aria-hidden />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
