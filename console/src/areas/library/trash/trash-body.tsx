import { collectionLimits } from '@kinora/contract/library'
import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Paged } from '../../../ui/paged'
import { PhoneList } from '../../../ui/phone-list'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { useWorkspace } from '../../identity'
import { trashQuery } from '../folders/queries'
import { BulkBar } from '../lists/bulk-bar'
import { bytesOf, folderItem, type Item, videoItem } from '../parts/item'
import { TrashCard } from './trash-card'
import { useTrashColumns } from './trash-columns'
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
  const list = useQuery(trashQuery(environmentId, { pageNum: page, pageSize, sort }))
  const { data } = list
  const actions = useTrashActions(onDelete)
  const columns = useTrashColumns(actions)
  const items = useMemo(
    () => data && [...data.assetCollections.map(folderItem), ...data.items.map(videoItem)],
    [data],
  )
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []
  const about = t('library:trash.about', { days: collectionLimits.trashDays })
  return (
    <>
      <Paged
        list={list}
        page={page}
        onPage={(next, replace) => void navigate({ search: { page: next, sort }, replace })}
        pageSize={pageSize}
        failed={t('library:trash.failed')}
        safe={t('library:videos.safe')}
      >
        {items?.length === 0 && page === 1 ? (
          <div className="pt-10">
            <State icon={<Trash size={20} />} title={t('library:trash.empty')}>
              {about}
            </State>
          </div>
        ) : (
          <>
            <p className="pt-1 pb-3 text-ink-2">{about}</p>
            {phone && items ? (
              <PhoneList label={t('library:trash.title')} items={items}>
                {(item) => <TrashCard item={item} actions={actions} />}
              </PhoneList>
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
                busy={list.isPlaceholderData}
                sorting={{
                  value: sort,
                  onChange: (next) => void navigate({ search: { page: 1, sort: next }, replace: true }),
                }}
                selection={{ selected, onChange: setSelected }}
              />
            )}
          </>
        )}
      </Paged>
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
