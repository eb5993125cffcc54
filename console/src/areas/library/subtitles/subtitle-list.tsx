import type { Content, Subtitle } from '@kinora/contract'
import { ClosedCaptioning } from '@phosphor-icons/react/dist/csr/ClosedCaptioning'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { StatusMark } from '../../../ui/status-mark'
import { useLanguageNames } from './subtitle-languages'
import { type SubtitleAction, SubtitleMenu } from './subtitle-menu'
import { shownVersion, stateOf, stateTones } from './subtitle-state'

interface SubtitleListProps {
  readonly content: Content
  readonly subtitles: readonly Subtitle[]
  readonly chosen: string | undefined
  readonly onChoose: (subtitleId: string) => void
  readonly onAction: (action: SubtitleAction, subtitle: Subtitle) => void
}

/** All subtitles of a video; the selected one is open in the editor. */
export function SubtitleList({ content, subtitles, chosen, onChoose, onAction }: SubtitleListProps) {
  return (
    <ul className="flex flex-col gap-1">
      {subtitles.map((subtitle) => (
        <SubtitleRow
          key={subtitle.id}
          content={content}
          subtitle={subtitle}
          isChosen={subtitle.id === chosen}
          onChoose={() => onChoose(subtitle.id)}
          onAction={(action) => onAction(action, subtitle)}
        />
      ))}
    </ul>
  )
}

interface SubtitleRowProps {
  readonly content: Content
  readonly subtitle: Subtitle
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onAction: (action: SubtitleAction) => void
}

function SubtitleRow({ content, subtitle, isChosen, onChoose, onAction }: SubtitleRowProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const { name, languageCode, closedCaptions, cueCount } = shownVersion(subtitle)
  const state = stateOf(subtitle)
  return (
    <li
      className={cx(
        'group/row relative -mx-2 flex items-start gap-1 rounded-2 px-2 py-2',
        isChosen ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="min-w-0 flex-1 rounded-1 text-start after:absolute after:inset-0"
      >
        <span className="flex items-center gap-1.5">
          <bdi className="cut font-mid text-ink">{name}</bdi>
          {closedCaptions && (
            <>
              <ClosedCaptioning size={16} className="shrink-0 text-ink-2" aria-hidden />
              <span className="sr-only">{t('library:subtitles.captions')}</span>
            </>
          )}
        </span>
        <span className="block text-12 text-ink-3">{nameOf(languageCode)}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 text-12">
          <StatusMark tone={stateTones[state]}>{t(`library:subtitles.states.${state}`)}</StatusMark>
          <span className="text-ink-3">{t('library:subtitles.cueCount', { count: cueCount })}</span>
        </span>
      </button>
      <span className="relative z-1 -my-1">
        <SubtitleMenu content={content} subtitle={subtitle} onSubtitleAction={onAction} />
      </span>
    </li>
  )
}
