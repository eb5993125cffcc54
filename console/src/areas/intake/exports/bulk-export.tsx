import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Spinner } from '../../../ui/spinner'
import { useWorkspace } from '../../identity'
import type { BulkVideoProps } from '../../library'
import { ExportDialog } from './export-dialog'
import { NoAccounts } from './no-accounts'
import { exportAccountsQuery } from './queries'

/** Dialog that exports the selected videos to an account. */
export function BulkExport({ contents, onClose }: BulkVideoProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const accounts = useQuery(exportAccountsQuery(environment.id))
  const items = accounts.data?.items ?? []
  if (items.length > 0) return <ExportDialog contents={contents} accounts={items} onClose={onClose} />
  return (
    <Dialog title={t('intake:exports.new')} isOpen onOpenChange={onClose}>
      {accounts.isPending && <Spinner />}
      {accounts.isError && (
        <ErrorState
          title={t('intake:imports.accountsFailed')}
          error={accounts.error}
          busy={accounts.isFetching}
          onRetry={() => void accounts.refetch()}
        />
      )}
      {accounts.isSuccess && <NoAccounts />}
    </Dialog>
  )
}
