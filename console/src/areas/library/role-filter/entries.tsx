import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'

interface EntriesProps {
  readonly label: string
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  /** Without it the entries are read-only. */
  readonly onRemove?: ((id: string) => void) | undefined
}

/** The entries of one kind of a filter. */
export function Entries({ label, entries, onRemove }: EntriesProps) {
  const t = useText()
  if (entries.length === 0)
    return onRemove ? null : <p className="text-ink-3">{t('library:roleFilter.none', { kind: label })}</p>
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {entries.map(({ id, text }) => (
        <li key={id} className="max-w-full">
          <Chip {...(onRemove && { onRemove: () => onRemove(id) })}>{text}</Chip>
        </li>
      ))}
    </ul>
  )
}
