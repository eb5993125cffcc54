import type { ImportedFile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { PagedList } from '../../../ui/paged-list'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { FilePath } from '../files/file-path'
import { FileState } from '../files/file-state'
import { importedFilesQuery } from '../queries'

/** The imported files, with their states. */
export function ImportedFiles() {
  const t = useText()
  const { environment } = useWorkspace()
  const [page, setPage] = useState(1)
  const list = useQuery(importedFilesQuery(environment.id, page))
  const columns: Column<ImportedFile>[] = [
    {
      id: 'path',
      head: t('intake:files.columns.file'),
      cell: (file) => (
        <FilePath environmentId={environment.id} file={file}>
          <bdi>{file.account.name}</bdi>
        </FilePath>
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
