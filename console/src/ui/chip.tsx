import { X } from '@phosphor-icons/react/dist/csr/X'
import { useText } from '../lib/i18n'

interface ChipProps {
  readonly children: string
  readonly onRemove?: () => void
}

export function Chip({ children, onRemove }: ChipProps) {
  const t = useText()
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-1 bg-hover px-2 text-12 text-ink-2">
      <span dir="auto" className="cut own-way">
        {children}
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('ui:removeTag', { tag: children })}
          onClick={onRemove}
          className="-me-1.5 grid size-6 shrink-0 place-items-center rounded-1 text-ink-3 hover:text-ink"
        >
          <X size={10} weight="bold" />
        </button>
      )}
    </span>
  )
}
