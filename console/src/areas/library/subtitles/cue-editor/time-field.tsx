import { useId, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { readTime, writeTime } from '../cues/times'

interface TimeFieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (seconds: number) => void
}

/** A time in one line. Commits on blur, because a half-typed time is invalid. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const t = useText()
  const noteId = useId()
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
    <>
      <input
        dir="ltr"
        aria-label={label}
        aria-invalid={wrong}
        aria-describedby={noteId}
        value={typed ?? writeTime(value)}
        maxLength={16}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
        onChange={(event) => {
          setWrong(false)
          setTyped(event.target.value)
        }}
        className={cx(
          'h-[26px] w-full min-w-0 rounded-1 border bg-panel px-[5px] font-code text-12 text-ink outline-none focus:border-focus focus:shadow-[0_0_0_1px_var(--focus)] pointer-coarse:h-9 pointer-coarse:text-16',
          wrong ? 'border-bad' : 'border-rule-3',
        )}
      />
      <p id={noteId} role="status" className="text-12 text-bad empty:hidden">
        {wrong && t('library:cues.timeFormat')}
      </p>
    </>
  )
}
