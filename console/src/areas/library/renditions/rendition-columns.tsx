import type { Content, Rendition } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { codecName, renditionName } from '../parts/media-names'
import { RenditionStatus } from './rendition-status'

export function useRenditionColumns(content: Content): readonly Column<Rendition, never>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('library:renditions.name'),
      width: '22%',
      cell: (rendition) => (
        <span dir="auto" className="own-way cut block font-mid text-ink">
          <bdi>{renditionName(t, rendition)}</bdi>
        </span>
      ),
    },
    {
      id: 'codec',
      head: t('library:renditions.codec'),
      width: '14%',
      cell: ({ codec }) => <span className="text-ink-2">{codecName(codec)}</span>,
    },
    {
      id: 'bitrate',
      head: t('library:renditions.bitrate'),
      width: '15%',
      number: true,
      cell: ({ bitrate }) => <span className="text-ink-2">{format.bitrate(bitrate)}</span>,
    },
    {
      id: 'size',
      head: t('library:columns.size'),
      width: '14%',
      number: true,
      cell: ({ size }) => <span className="text-ink-2">{size === null ? none : format.bytes(size)}</span>,
    },
    {
      id: 'status',
      head: t('library:columns.status'),
      cell: (rendition) => <RenditionStatus content={content} rendition={rendition} />,
    },
  ]
}
