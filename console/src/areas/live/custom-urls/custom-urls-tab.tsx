import type { CustomPlayback, Livestream } from '@kinora/contract'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { OneFilter } from '../../../ui/one-filter'
import { Pagination } from '../../../ui/pagination'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { useRights } from '../../identity'
import { usePageSize } from '../preferences'
import { customUrlsQuery } from '../queries'
import { allCustomUrls, pageSizes } from '../search'
import { useCustomUrlColumns } from './custom-url-columns'

const CustomUrlForm = lazy(async () => ({ default: (await import('./custom-url-form')).CustomUrlForm }))
const DeleteCustomUrl = lazy(async () => ({ default: (await import('./delete-custom-url')).DeleteCustomUrl }))

const route = getRouteApi('/$environmentId/live-stream_/$streamId_/custom-urls')

/** The open dialog. */
type Dialog =
  | { readonly kind: 'create'; readonly from: CustomPlayback | null }
  | { readonly kind: 'edit' | 'delete'; readonly customUrl: CustomPlayback }

/** The custom URLs of a stream. */
export function CustomUrlsTab({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const { q, status, page, size } = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize('customUrls')
  const [dialog, setDialog] = useState<Dialog>()
  const pageSize = size ?? ownSize
  const list = useQuery(
    customUrlsQuery(stream.environmentId, stream.id, {
      pageNum: page,
      pageSize,
      ...(q !== '' && { phrase: q }),
      ...(status !== undefined && { status }),
    }),
  )
  const change = (next: Partial<{ q: string; status: typeof status; page: number; size: undefined }>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const [typed, setTyped] = useDebouncedInput(q, (phrase) => change({ q: phrase }))
  const columns = useCustomUrlColumns(stream, {
    onEdit: (customUrl) => setDialog({ kind: 'edit', customUrl }),
    onDuplicate: (from) => setDialog({ kind: 'create', from }),
    onDelete: (customUrl) => setDialog({ kind: 'delete', customUrl }),
  })
  const items = list.data?.items
  const total = list.data?.totalItems ?? 0
  const isFiltered = q !== '' || status !== undefined
  const known = list.isPlaceholderData ? undefined : list.data?.totalItems
  useExistingPage({ page, pageSize, totalItems: known }, (last) => change({ page: last }))
  const close = () => setDialog(undefined)
  const make = rights.update && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => setDialog({ kind: 'create', from: null })}
    >
      {t('live:customUrls.new')}
    </Button>
  )
  return (
    <>
      {items?.length === 0 && !isFiltered ? (
        <div className="pt-8">
          <State icon={<LinkSimple size={20} />} title={t('live:customUrls.none')} actions={make}>
            {t('live:customUrls.about')}
          </State>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 py-2">
            <SearchField
              slash
              label={t('live:customUrls.search')}
              value={typed}
              onChange={setTyped}
              className="w-65 max-sm:w-full"
            />
            <OneFilter
              name={t('live:customUrls.columns.status')}
              options={(['resumed', 'paused'] as const).map((id) => ({
                id,
                label: t(`live:customUrls.status.${id}`),
              }))}
              value={status}
              onChange={(next) => change({ status: next })}
            />
            <span className="ms-auto">{make}</span>
          </div>
          {list.isError && !items ? (
            <ListFault title={t('live:customUrls.failed')} safe={t('ui:safe')} list={list} />
          ) : items?.length === 0 ? (
            <div className="pt-8">
              <State
                icon={<MagnifyingGlass size={20} />}
                title={t('live:customUrls.nothing')}
                actions={
                  <Button onPress={() => change(allCustomUrls)}>{t('live:streams.nothing.clear')}</Button>
                }
              >
                {t('live:streams.nothing.where')}
              </State>
            </div>
          ) : (
            <Table
              low
              label={t('live:stream.tabs.customUrls')}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              busy={list.isPlaceholderData}
              skeletonRows={4}
            />
          )}
          {total > 0 && (
            <Pagination
              pageNum={page}
              pageSize={pageSize}
              totalItems={total}
              sizes={pageSizes}
              onPage={(to) => void navigate({ search: (old) => ({ ...old, page: to }) })}
              onPageSize={(chosen) => {
                const offered = pageSizes.find((one) => one === chosen)
                if (offered === undefined) return
                setOwnSize(offered)
                change({ size: undefined })
              }}
            />
          )}
        </>
      )}
      <Suspense>
        {dialog?.kind === 'create' && (
          <CustomUrlForm stream={stream} customUrl={null} from={dialog.from} onClose={close} />
        )}
        {dialog?.kind === 'edit' && (
          <CustomUrlForm
            stream={stream}
            customUrl={dialog.customUrl}
            from={dialog.customUrl}
            onClose={close}
          />
        )}
        {dialog?.kind === 'delete' && (
          <DeleteCustomUrl stream={stream} customUrl={dialog.customUrl} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
