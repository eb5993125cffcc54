import type { Content } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useUpdateContent } from '../queries'

const loadField = () => import('./title-field')
const TitleField = lazy(async () => ({ default: (await loadField()).TitleField }))

interface EditableTitleProps {
  readonly content: Content
  readonly mayEdit: boolean
}

/** The page's heading. Pressing it opens a field, whose code loads when the user is about to press. */
export function EditableTitle({ content: { id, title }, mayEdit }: EditableTitleProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const update = useUpdateContent(id)
  const onError = useProblemToast(t('library:failures.save'))
  const shown = update.isPending ? (update.variables.title ?? title) : title
  const heading = (
    <h1 className="min-w-0 text-22 font-head text-balance wrap-anywhere">
      <bdi>{shown}</bdi>
      {mayEdit && (
        <button
          type="button"
          aria-label={t('library:video.rename', { title })}
          onPointerEnter={() => void loadField()}
          onFocus={() => void loadField()}
          onClick={() => setIsOpen(true)}
          className="ms-1.5 inline-grid size-7 place-items-center rounded-2 align-[-4px] text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-9"
        >
          <PencilSimple size={16} />
        </button>
      )}
    </h1>
  )
  if (!isOpen) return heading
  return (
    <Suspense fallback={heading}>
      <TitleField
        title={shown}
        onSave={(typed) => {
          if (typed !== title) update.mutate({ title: typed }, { onError })
          setIsOpen(false)
        }}
        onLeave={() => setIsOpen(false)}
      />
    </Suspense>
  )
}
