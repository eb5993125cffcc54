import { SupportLink, useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

/** Explains what an organization without a subscription cannot do, and whom to contact. */
export function UpgradeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { organization } = useWorkspace()
  return (
    <Dialog
      title={t('app:upgrade.title', { organization: organization.name })}
      isOpen
      onOpenChange={onClose}
      foot={
        <Button variant="primary" autoFocus onPress={onClose}>
          {t('app:upgrade.close')}
        </Button>
      }
    >
      <p>{t('app:upgrade.means')}</p>
      <p className="mt-3">
        {t('app:upgrade.contact', { host: location.host })} <SupportLink className="text-act-text" />
      </p>
    </Dialog>
  )
}
