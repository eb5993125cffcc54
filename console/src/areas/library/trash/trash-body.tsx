import { collectionLimits } from '@kinora/contract/library'
import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { ErrorState } from '../../../ui/error-state'
import { Pagination } from '../../../ui/pagination'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { useWorkspace } from '../../identity'
import { BulkBar } from '../contents/bulk-bar'
import { trashQuery } from '../folders/queries'
import { bytesOf, folderItem, type Item, videoItem } from '../parts/item'
import { useTrashColumns } from './trash-columns'
import { TrashList } from './trash-list'
import { useTrashActions } from './use-trash-actions'

const route = getRouteApi('/$environmentId/dam_/trash')
const pageSize = 24

/** The deleted items that can still be restored. */
export function TrashBody({ onDelete }: { readonly onDelete: (items: readonly Item[]) => void }) {
  const t = useText()
  const phone = useMedia(below.sm)
  const { page, sort } = route.useSearch()
  const move = useNavigate()
  const navigate = route.useNavigate()
  const { environment } = useWorkspace()
  const environmentId = environment.id
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { data, isError, error, isFetching, refetch, isPlaceholderData } = useQuery(
    trashQuery(environmentId, { pageNum: page, pageSize, sort }),
  )
  const actions = useTrashActions(onDelete)
  const columns = useTrashColumns(actions)
  useExistingPage(
    { page, pageSize, totalItems: isPlaceholderData ? undefined : data?.totalItems },
    (last) => void navigate({ search: { page: last, sort }, replace: true }),
  )
  const items = useMemo(
    () => data && [...data.assetCollections.map(folderItem), ...data.items.map(videoItem)],
    [data],
  )
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []
  if (isError && !items) {
    return (
      <div className="pt-10">
        <ErrorState
          title={t('library:trash.failed')}
          safe={t('library:videos.safe')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  const about = t('library:trash.about', { days: collectionLimits.trashDays })
  if (items?.length === 0 && page === 1) {
    return (
      <div className="pt-10">
        <State icon={<Trash size={20} />} title={t('library:trash.empty')}>
          {about}
        </State>
      </div>
    )
  }
  return (
    <>
      <p className="pt-1 pb-3 text-ink-2">{about}</p>
      {phone && items ? (
        <TrashList items={items} actions={actions} />
      ) : (
        <Table
          label={t('library:trash.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ kind, id }) =>
            void (kind === 'folder'
              ? move({ to: '/$environmentId/dam', params: { environmentId }, search: { folder: id } })
              : move({
                  to: '/$environmentId/videos/$contentId',
                  params: { environmentId, contentId: id },
                }))
          }
          busy={isPlaceholderData}
          sorting={{
            value: sort,
            onChange: (next) => void navigate({ search: { page: 1, sort: next }, replace: true }),
          }}
          selection={{ selected, onChange: setSelected }}
        />
      )}
      {(data?.totalItems ?? 0) > pageSize && (
        <Pagination
          pageNum={page}
          pageSize={pageSize}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => void navigate({ search: { page: next, sort } })}
        />
      )}
      {chosen.length > 0 && !phone && (
        <BulkBar
          sum={t('library:bulk.items', { count: chosen.length })}
          bytes={chosen.reduce((sum, item) => sum + bytesOf(item), 0)}
          onClear={() => setSelected(new Set())}
          actions={[
            ...(actions.rightsFor(chosen).restore
              ? [
                  {
                    label: t('library:trash.restore'),
                    icon: <ArrowCounterClockwise size={16} aria-hidden />,
                    run: () => actions.restore(chosen),
                  },
                ]
              : []),
            ...(actions.rightsFor(chosen).delete
              ? [
                  {
                    label: t('library:delete.forGood'),
                    icon: <Trash size={16} aria-hidden />,
                    run: () => actions.askToDelete(chosen),
                  },
                ]
              : []),
          ]}
        />
      )}
    </>
  )
}
