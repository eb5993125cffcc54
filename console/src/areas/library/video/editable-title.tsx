import type { Content } from '@kinora/contract'
import { updateContentBody } from '@kinora/contract/library'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { cx } from '../../../ui/cx'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useUpdateContent } from '../queries'

interface EditableTitleProps {
  readonly content: Content
  readonly mayEdit: boolean
}

/** The page's heading. Pressing it opens a field; Enter and blur save, Escape cancels. */
export function EditableTitle({ content: { id, title }, mayEdit }: EditableTitleProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  const update = useUpdateContent(id)
  const onError = useProblemToast(t('library:problems.save'))
  const shown = update.isPending ? (update.variables.title ?? title) : title

  const save = () => {
    if (typed === undefined) return
    if (typed === title) return setTyped(undefined)
    if (titleErrorOf(typed) !== undefined) return
    update.mutate({ title: typed }, { onError })
    setTyped(undefined)
  }
  if (typed === undefined) {
    return (
      <h1 className="min-w-0 text-22 font-head text-balance wrap-anywhere">
        <bdi>{shown}</bdi>
        {mayEdit && (
          <button
            type="button"
            aria-label={t('library:video.rename', { title })}
            onClick={() => setTyped(shown)}
            className="ms-1.5 inline-grid size-7 place-items-center rounded-2 align-[-4px] text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-9"
          >
            <PencilSimple size={16} />
          </button>
        )}
      </h1>
    )
  }
  return <TitleField value={typed} onChange={setTyped} onSave={save} onLeave={() => setTyped(undefined)} />
}

interface TitleFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSave: () => void
  readonly onLeave: () => void
}

function TitleField({ value, onChange, onSave, onLeave }: TitleFieldProps) {
  const t = useText()
  const noteId = useId()
  const problem = titleErrorOf(value)
  const field = useRef<HTMLInputElement>(null)
  // The user pressed the title to type, so select its text.
  useEffect(() => field.current?.select(), [])
  const pressed = ({ key, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing) return
    if (key === 'Enter') onSave()
    if (key === 'Escape') onLeave()
  }
  return (
    <div className="min-w-0 flex-1 max-sm:basis-full">
      <h1 className="sr-only">{value}</h1>
      <input
        ref={field}
        dir="auto"
        value={value}
        aria-label={t('library:fields.title')}
        aria-invalid={problem !== undefined}
        aria-describedby={noteId}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={pressed}
        onBlur={onSave}
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
