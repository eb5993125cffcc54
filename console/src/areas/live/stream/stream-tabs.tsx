import type { Livestream } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { TabLink, TabLinks } from '../../../ui/tab-links'

export function StreamTabs({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const format = useFormat()
  const params = { environmentId: stream.environmentId, streamId: stream.id }
  return (
    <TabLinks label={t('live:stream.tabs.label')}>
      <TabLink
        to="/$environmentId/live-stream/$streamId"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t('live:stream.tabs.overview')}
      </TabLink>
      <TabLink
        to="/$environmentId/live-stream/$streamId/clips"
        params={params}
        search={{}}
        activeOptions={{ includeSearch: false }}
      >
        {t('live:stream.tabs.clips')}
      </TabLink>
      <TabLink
        to="/$environmentId/live-stream/$streamId/monitoring"
        params={params}
        search={{}}
        activeOptions={{ includeSearch: false }}
      >
        {t('live:stream.tabs.monitoring')}
      </TabLink>
      <TabLink to="/$environmentId/live-stream/$streamId/metadata" params={params}>
        {t('live:stream.tabs.metadata')}
      </TabLink>
      <TabLink
        to="/$environmentId/live-stream/$streamId/custom-urls"
        params={params}
        search={{}}
        activeOptions={{ includeSearch: false }}
      >
        {t('live:stream.tabs.customUrls')}
        {stream.customPlaybacks > 0 && (
          <span className="tabular ms-1.5 text-11 font-body text-ink-3">
            {format.number(stream.customPlaybacks)}
          </span>
        )}
      </TabLink>
      <TabLink to="/$environmentId/live-stream/$streamId/scte" params={params}>
        {t('live:stream.tabs.cues')}
      </TabLink>
    </TabLinks>
  )
}
