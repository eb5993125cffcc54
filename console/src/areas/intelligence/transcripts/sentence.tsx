import type { TranscriptSentence } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { memo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'

interface SentenceProps {
  readonly sentence: TranscriptSentence
  /** The current time if it is in this sentence. */
  readonly time: number | null
  readonly onPlay: (seconds: number) => void
  readonly onCorrect?: (id: string) => void
}

/** A word below this confidence is shown paler. */
const unsure = 0.3

/** A sentence with its time and speaker. The current word is marked. Only sentences that change render again. */
export const Sentence = memo(function Sentence({ sentence, time, onPlay, onCorrect }: SentenceProps) {
  const t = useText()
  const format = useFormat()
  const { id, start, speaker, words } = sentence
  const at = format.duration(start)
  return (
    <li
      className={cx(
        'flex items-start gap-2 border-b border-rule py-2 ps-1 [content-visibility:auto] [contain-intrinsic-size:auto_60px]',
        time !== null && 'bg-act-soft',
      )}
    >
      <button
        type="button"
        aria-label={t('intelligence:transcript.playFrom', { time: at })}
        onClick={() => onPlay(start)}
        className="tabular shrink-0 rounded-1 px-1 text-12 leading-5 text-act-text"
      >
        {at}
      </button>
      <div className="min-w-0 grow">
        {speaker !== null && <p className="text-12 text-ink-2">{speaker}</p>}
        {/* Words are pressed with a pointer; keys use the time before them. */}
        <p dir="auto" className="text-pretty">
          {words.map((word) => (
            <button
              type="button"
              tabIndex={-1}
              key={`${word.start} ${word.end} ${word.text}`}
              onClick={() => onPlay(word.start)}
              className={cx(
                'inline rounded-1 whitespace-pre hover:bg-hover',
                time !== null && time >= word.start && time < word.end && 'bg-act text-act-ink',
                word.confidence !== null && word.confidence < unsure && 'text-ink-3',
              )}
            >
              {`${word.text} `}
            </button>
          ))}
        </p>
      </div>
      {onCorrect && (
        <IconButton label={t('intelligence:transcript.correct')} size="small" onPress={() => onCorrect(id)}>
          <PencilSimple size={14} />
        </IconButton>
      )}
    </li>
  )
})
