import { ListBullets } from '@phosphor-icons/react/dist/csr/ListBullets'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'

/** Links to all records of the same object. */
export function RelatedRecordsLink({ objectId }: { readonly objectId: string }) {
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
