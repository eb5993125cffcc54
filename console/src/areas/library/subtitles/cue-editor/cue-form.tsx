import { ArrowsMerge } from '@phosphor-icons/react/dist/csr/ArrowsMerge'
import { Scissors } from '@phosphor-icons/react/dist/csr/Scissors'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { Warning as WarningSign } from '@phosphor-icons/react/dist/csr/Warning'
import { type Ref, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { TextArea } from '../../../../ui/text-area'
import { TextField } from '../../../../ui/text-field'
import type { Cue } from '../cues/cue'
import { cueText, typedText } from '../cues/text'
import { readTime, writeTime } from '../cues/times'
import type { Warning } from '../cues/warnings'
import { useWarningText } from './use-warning-text'

interface CueFormProps {
  readonly cue: Cue
  readonly at: number
  readonly count: number
  readonly warnings: readonly Warning[]
  readonly textRef: Ref<HTMLTextAreaElement>
  readonly rowRef: Ref<HTMLLIElement>
  readonly onChange: (change: Partial<Omit<Cue, 'key'>>, step: string) => void
  readonly onSplit: () => void
  readonly onMerge: () => void
  readonly onRemove: () => void
}

/** Edits one cue in its place in the list. */
export function CueForm(props: CueFormProps) {
  const { cue, at, count, warnings, textRef, rowRef, onChange, onSplit, onMerge, onRemove } = props
  const t = useText()
  const textOf = useWarningText()
  const [typed, setTyped] = useState(typedText(cue.text))
  const [known, setKnown] = useState(cue.text)
  // Undo and other tools change the text too.
  if (known !== cue.text) {
    setKnown(cue.text)
    if (cueText(typed) !== cue.text) setTyped(typedText(cue.text))
  }
  return (
    <li
      ref={rowRef}
      aria-setsize={count}
      aria-posinset={at + 1}
      data-open={cue.key}
      className="flex flex-col gap-3 border-b border-rule bg-select px-2 py-3"
    >
      <div className="grid grid-cols-[132px_minmax(0,1fr)] gap-3 max-sm:grid-cols-1">
        <div className="flex flex-col gap-2 max-sm:flex-row">
          <TimeField
            label={t('library:cues.start')}
            value={cue.start}
            onChange={(start) => onChange({ start }, 'start')}
          />
          <TimeField
            label={t('library:cues.end')}
            value={cue.end}
            onChange={(end) => onChange({ end }, 'end')}
          />
        </div>
        <TextArea
          ownWay
          autoFocus
          label={t('library:cues.text')}
          value={typed}
          rows={3}
          inputRef={textRef}
          onChange={(value) => {
            setTyped(value)
            onChange({ text: cueText(value) }, 'text')
          }}
        />
      </div>
      {warnings.length > 0 && (
        <ul className="flex flex-col gap-1 text-12 text-ink-2" aria-live="polite">
          {warnings.map((warning) => (
            <li key={warning.kind} className="flex gap-1.5">
              <WarningSign size={14} className="mt-px shrink-0 text-warn" aria-hidden />
              {textOf(warning)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Scissors size={14} />} onPress={onSplit}>
          {t('library:cues.split')}
        </Button>
        <Button size="small" icon={<ArrowsMerge size={14} />} disabled={at === count - 1} onPress={onMerge}>
          {t('library:cues.merge')}
        </Button>
        <Button size="small" icon={<Trash size={14} />} onPress={onRemove}>
          {t('library:cues.remove')}
        </Button>
      </div>
    </li>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (seconds: number) => void
}

/** Commits the time on blur, because a half-typed time is invalid. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const take = () => {
    if (typed === undefined) return
    const seconds = readTime(typed)
    setWrong(seconds === null)
    if (seconds === null) return
    setTyped(undefined)
    if (seconds !== value) onChange(seconds)
  }
  return (
    <TextField
      ltr
      label={label}
      value={typed ?? writeTime(value)}
      error={wrong ? t('library:cues.timeFormat') : undefined}
      maxLength={16}
      onBlur={take}
      onChange={(next) => {
        setWrong(false)
        setTyped(next)
      }}
    />
  )
}
