import type { Role } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { RenameDialog } from '../rename-dialog'
import { useWorkspace } from '../workspace'
import { useUpdateRole } from './queries'

export function RenameRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const t = useText()
  const { organization } = useWorkspace()
  const update = useUpdateRole(organization.id)
  return (
    <RenameDialog
      title={t('identity:roles.renameTitle', { name: role.name })}
      label={t('identity:roles.name')}
      name={role.name}
      busy={update.isPending}
      error={update.error}
      onType={() => update.reset()}
      onClose={onClose}
      onRename={(name) =>
        update.mutate(
          { id: role.id, name },
          {
            onSuccess: () => {
              onClose()
              toast({ text: t('identity:roles.renamed', { name }), tone: 'good' })
            },
          },
        )
      }
    />
  )
}
