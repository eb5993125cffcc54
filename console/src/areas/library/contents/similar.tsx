import { useText } from '../../../lib/i18n'

/** Above what a phrase found by likeness alone. */
export function Similar({ phrase }: { readonly phrase: string }) {
  const t = useText()
  return (
    <p role="status" className="pb-2 text-ink-2">
      {t('library:nothing.similar', { phrase })}
    </p>
  )
}
