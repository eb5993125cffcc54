import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Spinner } from '../../../ui/spinner'
import { useWorkspace } from '../../identity'
import type { BulkVideoProps } from '../../library'
import { socialTargetsQuery } from '../queries'
import { BulkPostForm } from './bulk-post-form'
import { NoAccounts } from './no-accounts'

/** Dialog that posts the selected videos to accounts. */
export function BulkPosts({ contents, onClose }: BulkVideoProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const targets = useQuery(socialTargetsQuery(environment.id))
  const items = targets.data?.items ?? []
  if (items.length > 0) return <BulkPostForm contents={contents} targets={items} onClose={onClose} />
  return (
    <Dialog title={t('social:posts.bulk.title')} isOpen onOpenChange={onClose}>
      {targets.isPending && <Spinner />}
      {targets.isError && (
        <ErrorState
          title={t('social:accounts.failed')}
          error={targets.error}
          busy={targets.isFetching}
          onRetry={() => void targets.refetch()}
        />
      )}
      {targets.isSuccess && <NoAccounts />}
    </Dialog>
  )
}
