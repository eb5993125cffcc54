import { ArrowsMerge } from '@phosphor-icons/react/dist/csr/ArrowsMerge'
import { Scissors } from '@phosphor-icons/react/dist/csr/Scissors'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { cx } from '../../../../ui/cx'
import type { Cue } from '../cues/cue'
import { cueText, typedText } from '../cues/text'
import { rowColumns } from './cue-row'
import { ReadingSpeed } from './reading-speed'
import { TimeField } from './time-field'

interface CueFormProps {
  readonly cue: Cue
  readonly isLast: boolean
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (change: Partial<Omit<Cue, 'key'>>, step: string) => void
  readonly onSplit: () => void
  readonly onMerge: () => void
  readonly onRemove: () => void
}

/** Edits one cue in its place in the list. */
export function CueForm({ cue, isLast, textRef, onChange, onSplit, onMerge, onRemove }: CueFormProps) {
  const t = useText()
  const [typed, setTyped] = useState(typedText(cue.text))
  const [known, setKnown] = useState(cue.text)
  // The user has opened the cue to type.
  useEffect(() => textRef.current?.focus(), [textRef])
  // Undo and other tools change the text too.
  if (known !== cue.text) {
    setKnown(cue.text)
    if (cueText(typed) !== cue.text) setTyped(typedText(cue.text))
  }
  return (
    <>
      <div className={cx(rowColumns, 'gap-y-2 py-1.5 pointer-coarse:grid-cols-[minmax(0,1fr)_auto]')}>
        <div className="-ms-1.5 flex flex-col gap-1 pointer-coarse:col-span-2 pointer-coarse:ms-0 pointer-coarse:flex-row">
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
        <textarea
          ref={textRef}
          dir="auto"
          rows={2}
          aria-label={t('library:cues.text')}
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value)
            onChange({ text: cueText(value) }, 'text')
          }}
          className="own-way field-sizing-content max-h-60 min-h-[54px] w-full resize-none rounded-2 border border-focus bg-panel px-2 py-1 text-14 leading-[22px] text-ink shadow-[0_0_0_1px_var(--focus)] outline-none pointer-coarse:text-16"
        />
        <ReadingSpeed cue={cue} />
      </div>
      <div className="-ms-2.5 flex flex-wrap gap-1 pb-1.5">
        <Button size="small" variant="quiet" icon={<Scissors size={14} />} onPress={onSplit}>
          {t('library:cues.split')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<ArrowsMerge size={14} />}
          disabled={isLast}
          onPress={onMerge}
        >
          {t('library:cues.merge')}
        </Button>
        <Button size="small" variant="quiet" icon={<Trash size={14} />} onPress={onRemove}>
          {t('library:cues.remove')}
        </Button>
      </div>
    </>
  )
}
