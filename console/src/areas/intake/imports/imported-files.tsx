import type { ImportedFile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { PagedList } from '../../../ui/paged-list'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { FileState } from '../files/file-state'
import { importedFilesQuery } from '../queries'

/** The files that were imported, with what became of them. */
export function ImportedFiles() {
  const t = useText()
  const { environment } = useWorkspace()
  const [page, setPage] = useState(1)
  const list = useQuery(importedFilesQuery(environment.id, page))
  const columns: Column<ImportedFile>[] = [
    {
      id: 'path',
      head: t('intake:files.columns.file'),
      cell: ({ path, account, contentId, contentTitle }) => (
        <span className="block min-w-0">
          <span className="ltr own-way cut block font-code text-12 text-ink" title={path}>
            {path}
          </span>
          <span className="cut block text-12 text-ink-3">
            {contentId !== null && contentTitle !== null ? (
              <TextLink
                to="/$environmentId/videos/$contentId"
                params={{ environmentId: environment.id, contentId }}
              >
                <bdi>{contentTitle}</bdi>
              </TextLink>
            ) : (
              <bdi>{account.name}</bdi>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('intake:files.columns.state'),
      width: '42%',
      cell: (file) => (
        <span className="block min-w-0">
          <FileState file={file} />
        </span>
      ),
    },
  ]
  return (
    <PagedList
      label={t('intake:imports.imported')}
      list={list}
      columns={columns}
      rowName={({ path }) => path}
      page={page}
      onPage={setPage}
      failed={t('intake:imports.importedFailed')}
      empty={<p className="py-4 text-13 text-ink-3">{t('intake:imports.noneImported')}</p>}
    />
  )
}
