import type { Livestream } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'

/** Playback and embed URLs of the stream. */
export function Links({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const { urls, playbackPolicy, playbackId, latencyMode } = stream
  return (
    <Section title={t('live:stream.links.title')}>
      {playbackPolicy === 'signed' && (
        <p className="py-2.5 text-pretty text-ink-3">
          {t('live:stream.links.token')} <code className="ltr font-code text-12 text-ink">?token=…</code>
        </p>
      )}
      <CopyField label={t('live:stream.links.page')} value={urls.shareable} />
      <CopyField label={t('live:stream.links.hls')} value={urls.hls} />
      {urls.whep !== null && latencyMode === 'realtime' && (
        <CopyField label={t('live:stream.links.whep')} value={urls.whep} />
      )}
      <CopyField label={t('live:stream.links.embed')} value={urls.embedCode} />
      <CopyField label={t('live:stream.links.playbackId')} value={playbackId} />
    </Section>
  )
}
