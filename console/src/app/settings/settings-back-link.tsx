import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'

/** Links back to the list of tabs on screens too narrow for both. */
export function SettingsBackLink() {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <Link
      to="/$environmentId/settings"
      params={{ environmentId: environment.id }}
      className="-ms-2 mb-1 flex h-11 w-fit items-center gap-3 rounded-2 px-2 text-13 text-ink-2"
    >
      <ArrowLeft size={20} className="text-ink rtl:-scale-x-100" aria-hidden />
      {t('identity:settings.title')}
    </Link>
  )
}
