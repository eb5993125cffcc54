import { useText } from '../../../lib/i18n'

/** Says that the results are only similar to the phrase. */
export function Similar({ phrase }: { readonly phrase: string }) {
  const t = useText()
  return (
    <p role="status" className="pb-2 text-ink-2">
      {t('library:nothing.similar', { phrase })}
    </p>
  )
}
