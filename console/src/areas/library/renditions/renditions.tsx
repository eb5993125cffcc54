import type { Content, Rendition } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Table } from '../../../ui/table'
import { codecName, renditionName } from '../video/media-names'
import { sectionHeadLook, sectionTitleLook } from '../video/video-overview-look'
import { useRenditionColumns } from './rendition-columns'
import { RenditionStatus } from './rendition-status'

/** The original, then the renditions by size, with the status of each. */
export function Renditions({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const phone = useMedia(below.sm)
  const columns = useRenditionColumns(content)
  // The original first: the others were made from it.
  const isFirst = ({ isOriginal, type }: Rendition) => isOriginal && type === 'video'
  const renditions = content.renditions.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  const ready = renditions.filter(({ status }) => status === 'ready').length
  const sum = t('library:renditions.ready', { ready: format.number(ready), count: renditions.length })
  return (
    <section>
      <header className={phone ? sectionHeadLook : 'flex min-h-9 items-center justify-between gap-3'}>
        <h2 className={sectionTitleLook}>{t('library:renditions.title')}</h2>
        <span className="tabular text-ink-3">
          {sum}{' '}
          {content.playable && content.trashedAt === null && !phone && t('library:renditions.watchable')}
        </span>
      </header>
      {phone ? (
        <ul>
          {renditions.map((rendition) => (
            <li key={rendition.id} className="flex min-h-14 items-center gap-3 border-b border-rule py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-mid">{renditionName(t, rendition)}</span>
                <span dir="auto" className="own-way cut block text-12 text-ink-3">
                  <bdi>{codecName(rendition.codec)}</bdi>
                  {t('library:source.comma')}
                  <bdi>
                    {rendition.size === null
                      ? format.bitrate(rendition.bitrate)
                      : format.bytes(rendition.size)}
                  </bdi>
                </span>
              </span>
              <RenditionStatus content={content} rendition={rendition} />
            </li>
          ))}
        </ul>
      ) : (
        <Table
          low
          label={t('library:renditions.title')}
          columns={columns}
          rows={renditions}
          rowKey={({ id }) => id}
          rowName={(rendition) => renditionName(t, rendition)}
        />
      )}
    </section>
  )
}
