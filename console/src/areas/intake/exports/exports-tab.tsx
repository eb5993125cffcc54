import type { Content } from '@kinora/contract'
import { CloudArrowUp } from '@phosphor-icons/react/dist/csr/CloudArrowUp'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { useExportColumns } from './export-columns'
import { isExportable } from './is-exportable'
import { NoAccounts } from './no-accounts'
import { exportAccountsQuery, exportsQuery } from './queries'

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }))

/** Tab with the exports of a video. */
export function ExportsTab({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const rights = useRights('Videos', 'Cloud Export')
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const filter = { page, contentId: content.id }
  const list = useQuery({ ...exportsQuery(environment.id, filter), enabled: rights.read })
  const accounts = useQuery({ ...exportAccountsQuery(environment.id), enabled: rights.read }).data?.items
  const columns = useExportColumns({ withVideo: false })
  if (!rights.read)
    return (
      <div className="pt-8">
        <NoAccess what={t('intake:exports.title')} />
      </div>
    )
  const isEmpty = list.data?.totalItems === 0
  if (isEmpty && accounts?.length === 0)
    return (
      <div className="pt-8">
        <NoAccounts />
      </div>
    )
  const mayExport = rights.create && isExportable(content)
  const make = mayExport && accounts !== undefined && accounts.length > 0 && (
    <Button
      variant="primary"
      icon={<CloudArrowUp size={16} />}
      disabled={!organization.isActive}
      onPress={() => setOpen(true)}
    >
      {t('intake:exports.new')}
    </Button>
  )
  return (
    <div className="pt-4">
      {!isEmpty && <div className="flex justify-end pb-3 empty:hidden">{make}</div>}
      <PagedList
        label={t('intake:exports.list')}
        list={list}
        columns={columns}
        rowName={({ account }) => account.name}
        page={page}
        onPage={setPage}
        failed={t('intake:exports.failed')}
        empty={
          <div className="pt-4">
            <State icon={<CloudArrowUp size={20} />} title={t('intake:exports.none')} actions={make}>
              {t('intake:exports.noneAbout')}
            </State>
          </div>
        }
      />
      <Suspense>
        {isOpen && accounts !== undefined && accounts.length > 0 && (
          <ExportDialog contents={[content]} accounts={accounts} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </div>
  )
}
