import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { edgeAt, endAfter, startBefore, type TimedWord, wordsOf } from './word-span'

interface Span {
  readonly start: number
  readonly end: number
}

interface WordChoiceProps {
  /** The words around the clip, in order. */
  readonly words: readonly TimedWord[]
  readonly language: string
  readonly span: Span
  readonly duration: number
  readonly onChange: (span: Span) => void
}

/** Chooses the first and the last word of a clip: by a press on a word, or step by step with keys. */
export function WordChoice({ words, language, span, duration, onChange }: WordChoiceProps) {
  const t = useText()
  const chosen = wordsOf(words, span)
  if (chosen === null) return null
  const { first, last } = chosen
  const setFirst = (index: number) => onChange({ ...span, start: startBefore(words, index) })
  const setLast = (index: number) => onChange({ ...span, end: endAfter(words, index, duration) })
  const textOf = (index: number) => words[index]?.text ?? ''
  return (
    <div className="flex flex-col gap-3">
      <Edge
        label={t('intelligence:aiClips.firstWord', { word: textOf(first) })}
        earlier={t('intelligence:aiClips.firstEarlier')}
        later={t('intelligence:aiClips.firstLater')}
        {...(first > 0 && { onEarlier: () => setFirst(first - 1) })}
        {...(first < last && { onLater: () => setFirst(first + 1) })}
      />
      {/* Words are pressed with a pointer; keys use the buttons around them. */}
      <p
        dir="auto"
        lang={language}
        className="max-h-44 overflow-y-auto rounded-2 border border-rule p-2 text-pretty"
      >
        {words.map((word, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${word.start} ${word.end} ${word.text}`}
            onClick={() => (edgeAt(chosen, index) === 'first' ? setFirst(index) : setLast(index))}
            className={cx(
              'inline rounded-1 whitespace-pre hover:bg-hover',
              index >= first && index <= last ? 'bg-act-soft text-ink' : 'text-ink-2',
            )}
          >
            {`${word.text} `}
          </button>
        ))}
      </p>
      <Edge
        label={t('intelligence:aiClips.lastWord', { word: textOf(last) })}
        earlier={t('intelligence:aiClips.lastEarlier')}
        later={t('intelligence:aiClips.lastLater')}
        {...(last > first && { onEarlier: () => setLast(last - 1) })}
        {...(last < words.length - 1 && { onLater: () => setLast(last + 1) })}
      />
      <p className="text-12 text-ink-3 pointer-coarse:hidden">{t('intelligence:aiClips.words')}</p>
    </div>
  )
}

interface EdgeProps {
  readonly label: string
  readonly earlier: string
  readonly later: string
  readonly onEarlier?: () => void
  readonly onLater?: () => void
}

function Edge({ label, earlier, later, onEarlier, onLater }: EdgeProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <span aria-live="polite" className="text-13">
        {label}
      </span>
      <span className="flex shrink-0">
        <IconButton
          size="small"
          label={earlier}
          disabled={!onEarlier}
          {...(onEarlier && { onPress: onEarlier })}
        >
          <CaretLeft size={14} className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton size="small" label={later} disabled={!onLater} {...(onLater && { onPress: onLater })}>
          <CaretRight size={14} className="rtl:-scale-x-100" />
        </IconButton>
      </span>
    </div>
  )
}
