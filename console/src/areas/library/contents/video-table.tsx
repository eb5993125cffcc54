import type { Content } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Table } from '../../../ui/table'
import type { Selection } from '../../../ui/table-parts'
import type { VideosSort } from '../search'
import { useColumnChoice } from './list-tools/column-choice'
import { useVideoColumns } from './video-columns'

interface VideoTableProps {
  readonly items: readonly Content[] | undefined
  readonly busy: boolean
  readonly skeletonRows: number
  readonly sort: VideosSort
  readonly onSort: (sort: VideosSort) => void
  readonly selection: Selection | undefined
  /** The folder of a video in words. */
  readonly pathOf: (folderId: string | null) => string | undefined
  readonly onDelete: (content: Content) => void
}

export function VideoTable(props: VideoTableProps) {
  const { items, busy, skeletonRows, sort, onSort, selection, pathOf, onDelete } = props
  const t = useText()
  const navigate = useNavigate()
  const [chosen] = useColumnChoice()
  const columns = useVideoColumns(chosen, pathOf, onDelete)
  const open = ({ id, environmentId }: Content) =>
    void navigate({ to: '/$environmentId/videos/$contentId', params: { environmentId, contentId: id } })
  return (
    <Table
      label={t('library:videos.title')}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      onOpen={open}
      busy={busy}
      skeletonRows={skeletonRows}
      sorting={{ value: sort, onChange: onSort }}
      {...(selection && { selection })}
    />
  )
}
