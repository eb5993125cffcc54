import { ListBullets } from '@phosphor-icons/react/dist/csr/ListBullets'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'

/** Everything else that is known of the same thing. */
export function AllOfThis({ objectId }: { readonly objectId: string }) {
  const t = useText()
  return (
    <LinkButton
      from="/$environmentId/events-logs"
      search={({ tab }) => ({ tab, object: objectId })}
      icon={<ListBullets size={16} />}
    >
      {t('activity:records.allOfThis')}
    </LinkButton>
  )
}
