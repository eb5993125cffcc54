import { useText } from '../lib/i18n'

export function Spinner() {
  const t = useText()
  return (
    <span
      role="progressbar"
      aria-label={t('ui:working')}
      className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent motion-reduce:animate-pulse"
    />
  )
}
