import type { CustomPlayback, Livestream } from '@kinora/contract'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
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
  const columns = useCustomUrlColumns(stream, {
    onEdit: (customUrl) => setDialog({ kind: 'edit', customUrl }),
    onDuplicate: (from) => setDialog({ kind: 'create', from }),
    onDelete: (customUrl) => setDialog({ kind: 'delete', customUrl }),
  })
  const isFiltered = q !== '' || status !== undefined
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
      {list.data?.totalItems === 0 && !isFiltered && !list.isPlaceholderData ? (
        <div className="pt-8">
          <State icon={<LinkSimple size={20} />} title={t('live:customUrls.none')} actions={make}>
            {t('live:customUrls.about')}
          </State>
        </div>
      ) : (
        <>
          <ListTools>
            <ListSearch
              label={t('live:customUrls.search')}
              phrase={q}
              onChange={(phrase) => change({ q: phrase })}
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
          </ListTools>
          <PagedList
            low
            label={t('live:stream.tabs.customUrls')}
            list={list}
            columns={columns}
            rowName={({ name }) => name}
            page={page}
            onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
            pageSize={pageSize}
            sizes={pageSizes}
            onPageSize={(chosen) => {
              setOwnSize(chosen)
              change({ size: undefined })
            }}
            failed={t('live:customUrls.failed')}
            empty={
              <NothingFound
                title={t('live:customUrls.nothing')}
                clear={t('live:streams.nothing.clear')}
                onClear={() => change(allCustomUrls)}
              >
                {t('live:streams.nothing.where')}
              </NothingFound>
            }
          />
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
