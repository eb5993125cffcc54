import type { ApiToken } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { RenameDialog } from '../rename-dialog'
import { useRenameToken } from './queries'

export function RenameToken({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const t = useText()
  const rename = useRenameToken()
  const { id, environmentId } = token
  return (
    <RenameDialog
      title={t('identity:tokens.renameTitle', { name: token.name })}
      label={t('identity:tokens.name')}
      name={token.name}
      busy={rename.isPending}
      error={rename.error}
      onType={() => rename.reset()}
      onClose={onClose}
      onRename={(name) =>
        rename.mutate(
          { id, environmentId, name },
          {
            onSuccess: () => {
              onClose()
              toast({ text: t('identity:tokens.renamed', { name }), tone: 'good' })
            },
          },
        )
      }
    />
  )
}
