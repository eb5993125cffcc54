import { updateContentBody } from '@kinora/contract/library'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { cx } from '../../../ui/cx'

interface TitleFieldProps {
  readonly title: string
  /** Called with a valid title that differs. */
  readonly onSave: (title: string) => void
  readonly onLeave: () => void
}

/** A field in place of the heading. Enter and blur save, Escape cancels. */
export function TitleField({ title, onSave, onLeave }: TitleFieldProps) {
  const t = useText()
  const noteId = useId()
  const [typed, setTyped] = useState(title)
  const problem = titleErrorOf(typed)
  const field = useRef<HTMLInputElement>(null)
  // The user pressed the title to type, so select its text.
  useEffect(() => field.current?.select(), [])
  const save = () => {
    if (typed === title) onLeave()
    else if (problem === undefined) onSave(typed)
  }
  const pressed = ({ key, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing) return
    if (key === 'Enter') save()
    if (key === 'Escape') onLeave()
  }
  return (
    <div className="min-w-0 flex-1 max-sm:basis-full">
      <h1 className="sr-only">{typed}</h1>
      <input
        ref={field}
        dir="auto"
        value={typed}
        aria-label={t('library:fields.title')}
        aria-invalid={problem !== undefined}
        aria-describedby={noteId}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={pressed}
        onBlur={save}
        className={cx(
          '-mx-2 h-10 w-full rounded-2 border bg-panel px-2 text-22 font-head outline-none',
          problem === undefined
            ? 'border-focus shadow-[0_0_0_1px_var(--focus)]'
            : 'border-bad shadow-[0_0_0_1px_var(--bad)]',
        )}
      />
      <p id={noteId} role="status" className="text-12 text-bad empty:hidden">
        {problem && messageText(t, problem)}
      </p>
    </div>
  )
}

/** The contract's error for a title. */
function titleErrorOf(title: string): string | undefined {
  return updateContentBody.safeParse({ title }).error?.issues[0]?.message
}
