import type { AiClip, AiClipState, Content } from '@kinora/contract'
import { Archive } from '@phosphor-icons/react/dist/csr/Archive'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { Scissors } from '@phosphor-icons/react/dist/csr/Scissors'
import { Star } from '@phosphor-icons/react/dist/csr/Star'
import { memo, Suspense } from 'react'
import { useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { FrameAt } from '../../library'
import { ClipReasons } from './clip-reasons'

interface ClipRowProps {
  readonly clip: AiClip
  readonly content: Content
  readonly isPlaying: boolean
  readonly mayChange: boolean
  readonly mayPublish: boolean
  /** This clip is being published. */
  readonly isPublishing: boolean
  /** A social clip of it is being created. */
  readonly isMakingSocial: boolean
  readonly onPlay: (clip: AiClip) => void
  readonly onMove: (clip: AiClip, state: AiClipState) => void
  readonly onTrim: (clip: AiClip) => void
  readonly onPublish: (clip: AiClip) => void
  /** Missing if no social clip can be made of the video. */
  readonly onSocial: ((clip: AiClip) => void) | undefined
}

/** An AI clip: its picture, its times, why it is suggested, what is said in it, and what can be done with it. */
export const ClipRow = memo(function ClipRow(props: ClipRowProps) {
  const { clip, content, isPlaying, onPlay } = props
  const t = useText()
  const format = useFormat()
  const title = titleOf(t, format.duration(clip.start), clip)
  const notes = [
    t('intelligence:aiClips.fromTo', {
      from: format.duration(clip.start),
      to: format.duration(clip.end),
    }),
    ...(clip.createdBy === null ? [] : [t('intelligence:aiClips.byHand', { name: clip.createdBy })]),
    ...(clip.isEdited ? [t('intelligence:aiClips.edited')] : []),
  ]
  return (
    <li className={cx('flex flex-col gap-2 border-b border-rule py-3', isPlaying && 'bg-act-soft')}>
      <button
        type="button"
        onClick={() => onPlay(clip)}
        className="flex items-start gap-3 rounded-1 text-start hover:bg-hover"
      >
        <span className="sr-only">{t('intelligence:aiClips.play')} </span>
        <span className="relative shrink-0">
          <Suspense fallback={<span className="block h-[54px] w-24 rounded-1 bg-sunk" />}>
            <FrameAt content={content} seconds={clip.start} />
          </Suspense>
          <span className="ltr tabular absolute end-1 bottom-1 rounded-1 bg-stage/80 px-1 text-11 text-[#fff]">
            {format.duration(clip.end - clip.start)}
          </span>
        </span>
        <span className="min-w-0 flex-1">
          <span dir="auto" className="own-way block font-mid text-pretty">
            <bdi>{title}</bdi>
          </span>
          <span className="tabular block text-12 text-ink-3">{notes.join(' · ')}</span>
        </span>
      </button>
      <ClipReasons clip={clip} />
      {clip.text !== '' && (
        <p dir="auto" className="own-way line-clamp-3 text-13 text-pretty text-ink-2">
          {clip.text}
        </p>
      )}
      <ClipActions {...props} />
    </li>
  )
})

function ClipActions(props: ClipRowProps) {
  const { clip, content, mayChange, mayPublish, isPublishing, isMakingSocial } = props
  const { onMove, onTrim, onPublish, onSocial } = props
  const t = useText()
  const { publishedContentId: contentId } = clip
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {mayChange && <MainMove clip={clip} onMove={onMove} />}
      {contentId !== null ? (
        <LinkButton
          size="small"
          to="/$environmentId/videos/$contentId"
          params={{ environmentId: content.environmentId, contentId }}
        >
          {t('intelligence:aiClips.openVideo')}
        </LinkButton>
      ) : (
        mayPublish && (
          <Button
            size="small"
            busy={isPublishing}
            icon={<PaperPlaneTilt size={14} />}
            onPress={() => onPublish(clip)}
          >
            {t('intelligence:aiClips.publish')}
          </Button>
        )
      )}
      {mayPublish && onSocial && (
        <Button
          size="small"
          busy={isMakingSocial}
          icon={<DeviceMobile size={14} />}
          onPress={() => onSocial(clip)}
        >
          {t('intelligence:aiClips.social')}
        </Button>
      )}
      {mayChange && (
        <span className="ms-auto flex">
          <IconButton size="small" label={t('intelligence:aiClips.trim')} onPress={() => onTrim(clip)}>
            <Scissors size={16} />
          </IconButton>
          {clip.state !== 'archived' && (
            <IconButton
              size="small"
              label={t('intelligence:aiClips.archive')}
              onPress={() => onMove(clip, 'archived')}
            >
              <Archive size={16} />
            </IconButton>
          )}
        </span>
      )}
    </div>
  )
}

function MainMove({ clip, onMove }: Pick<ClipRowProps, 'clip' | 'onMove'>) {
  const t = useText()
  if (clip.state === 'suggested')
    return (
      <Button size="small" icon={<Star size={14} />} onPress={() => onMove(clip, 'highlight')}>
        {t('intelligence:aiClips.toHighlight')}
      </Button>
    )
  return (
    <Button size="small" onPress={() => onMove(clip, 'suggested')}>
      {t(clip.state === 'highlight' ? 'intelligence:aiClips.toSuggested' : 'intelligence:aiClips.restore')}
    </Button>
  )
}

/** The title of a clip; for one without words, its start. */
export function titleOf(t: Translate, start: string, { title }: AiClip): string {
  return title ?? t('intelligence:aiClips.untitled', { time: start })
}
