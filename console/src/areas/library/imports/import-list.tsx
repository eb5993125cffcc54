import type { VideoImport } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { PagedList } from '../../../ui/paged-list'
import { Section } from '../../../ui/section'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { ImportStatus } from './import-status'
import { importsQuery, useLiveImports } from './queries'

const route = getRouteApi('/$environmentId/videos_/import')

/** Previous imports and drafts. */
export function ImportList() {
  const t = useText()
  const { environment } = useWorkspace()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const move = useNavigate()
  const list = useQuery(importsQuery(environment.id, page))
  const columns = useColumns()
  useLiveImports(environment.id)
  const open = ({ id }: VideoImport) =>
    void move({
      to: '/$environmentId/videos/import/$importId',
      params: { environmentId: environment.id, importId: id },
    })
  return (
    <Section title={t('library:import.earlier')}>
      <PagedList
        label={t('library:import.earlier')}
        list={list}
        columns={columns}
        rowName={({ fileName }) => fileName}
        onOpen={open}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        failed={t('library:import.failed')}
        empty={<p className="pt-4 text-ink-2">{t('library:import.none')}</p>}
      />
    </Section>
  )
}

function useColumns(): readonly Column<VideoImport>[] {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  return [
    {
      id: 'file',
      head: t('library:import.columns.file'),
      cell: ({ id, fileName }) => (
        <TextLink
          to="/$environmentId/videos/import/$importId"
          params={{ environmentId: environment.id, importId: id }}
          dir="auto"
          className="own-way cut block"
        >
          <bdi>{fileName}</bdi>
        </TextLink>
      ),
    },
    {
      id: 'status',
      head: t('library:columns.status'),
      width: '168px',
      cell: (videoImport) => <ImportStatus videoImport={videoImport} />,
    },
    {
      id: 'rows',
      head: t('library:import.columns.rows'),
      width: '88px',
      number: true,
      from: 'sm',
      cell: ({ rowCount }) => format.number(rowCount),
    },
    {
      id: 'by',
      head: t('library:columns.addedBy'),
      width: '160px',
      from: 'md',
      cell: ({ createdBy }) => (
        <span dir="auto" className="own-way cut block text-ink-2">
          <bdi>{createdBy}</bdi>
        </span>
      ),
    },
    {
      id: 'when',
      head: t('library:columns.added'),
      width: '136px',
      from: 'md',
      cell: ({ createdAt }) => <Moment time={createdAt} />,
    },
  ]
}
