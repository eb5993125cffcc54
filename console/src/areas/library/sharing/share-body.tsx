import type { Content, PlaybackId } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { CopyField } from '../../../ui/copy-field'
import { limitsOf } from '../playback/playback-id'
import { embedAddress, embedCode } from './embed-code'
import { EmbedOptions } from './embed-options'
import { QrPart } from './qr-part'
import { useEmbedForm } from './use-embed-form'

/** The embedded player reloads with every change of its address. */
const previewPauseMs = 400

interface ShareBodyProps {
  readonly content: Content
  readonly playbackId: PlaybackId
}

const headLook = 'mb-3 text-13 font-head text-ink'

/** Addresses, embed code and QR code of one playback id. */
export function ShareBody({ content, playbackId }: ShareBodyProps) {
  const t = useText()
  const format = useFormat()
  const form = useEmbedForm(content)
  const { title } = content
  const { urls, policy, token } = playbackId
  const limits = limitsOf(t, format, playbackId)
  const preview = useDebounced(embedAddress(urls.embed, form.query, token?.value), previewPauseMs)
  return (
    <div className="grid gap-x-7 gap-y-6 lg:grid-cols-[minmax(0,1fr)_344px]">
      <div className="flex min-w-0 flex-col gap-6">
        <div>
          {policy === 'signed' && (
            <p className="pb-2 text-pretty text-ink-3">
              {t('library:links.token')} <code className="ltr font-code text-12 text-ink">?token=…</code>
            </p>
          )}
          {limits.length > 0 && (
            <ul className="pb-2 text-ink-3">
              {limits.map((limit) => (
                <li key={limit} className="wrap-anywhere">
                  {limit}
                </li>
              ))}
            </ul>
          )}
          {playbackId.restrictions.allowedReferrers.length > 0 && (
            <p className="pb-2 text-pretty text-ink-3">{t('library:share.elsewhere')}</p>
          )}
          <CopyField label={t('library:links.page')} value={urls.shareable} />
          <CopyField label={t('library:links.hls')} value={urls.hls} />
          <CopyField label={t('library:links.playbackId')} value={playbackId.id} />
        </div>
        <section>
          <h3 className={headLook}>{t('library:links.embed')}</h3>
          <EmbedOptions content={content} form={form} />
        </section>
        <CodeBlock
          wraps
          label={t('library:links.embed')}
          code={embedCode(embedAddress(urls.embed, form.query, undefined), title, form.size)}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <figure>
          <figcaption className={headLook}>{t('library:share.preview')}</figcaption>
          <iframe
            key={preview}
            src={preview}
            title={t('library:share.previewOf', { title })}
            // Without an origin: no script of the player can reach this page and its session.
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay *; fullscreen *; picture-in-picture *; clipboard-write *; web-share *"
            className="block max-h-96 w-full rounded-3 border-0 bg-stage"
            style={{ aspectRatio: `${form.aspect.width} / ${form.aspect.height}` }}
          />
        </figure>
        <figure>
          <figcaption className={headLook}>{t('library:share.qr')}</figcaption>
          <QrPart address={urls.shareable} title={title} />
        </figure>
      </div>
    </div>
  )
}
