import type { Content, Rendition } from '@kinora/contract'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Segmented } from '../../../ui/segmented'
import { Table } from '../../../ui/table'
import { codecName, renditionName } from '../parts/media-names'
import { sectionHeadLook, sectionTitleLook } from '../parts/video-overview-look'
import { useRenditionColumns } from './rendition-columns'
import { RenditionStatus } from './rendition-status'

const RenditionsPlot = lazy(async () => ({ default: (await import('./renditions-plot')).RenditionsPlot }))

/** The original, then the renditions by size, with the status of each. */
export function Renditions({ content }: { readonly content: Content }) {
  const [view, setView] = useState<'table' | 'plot'>('table')
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
        <span className="tabular ms-auto text-ink-3">
          {sum}{' '}
          {content.playable && content.trashedAt === null && !phone && t('library:renditions.watchable')}
        </span>
        {!phone && hasLadder(content) && (
          <Segmented
            label={t('library:renditions.view')}
            value={view}
            onChange={setView}
            options={[
              { id: 'table', content: t('library:profiles.ladder.table') },
              { id: 'plot', content: t('library:profiles.ladder.plot') },
            ]}
          />
        )}
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
      ) : view === 'plot' ? (
        <Suspense>
          <RenditionsPlot renditions={renditions} />
        </Suspense>
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

/** Whether there are resolutions to compare. */
function hasLadder({ renditions }: Content): boolean {
  const heights = renditions.flatMap(({ height, status }) =>
    status === 'ready' && height !== null ? height : [],
  )
  return new Set(heights).size > 1
}
