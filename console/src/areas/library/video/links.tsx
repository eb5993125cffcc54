import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { CopyField } from '../../../ui/copy-field'
import { sectionHeadLook, sectionTitleLook } from '../parts/video-overview-look'

/** The video's addresses for viewers and other sites. */
export function Links({ content }: { readonly content: Content }) {
  const t = useText()
  const { urls, playable, poster, status, playbackPolicy, playbackId } = content
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:links.title')}</h2>
      </header>
      {playable ? (
        <>
          {playbackPolicy === 'signed' && (
            <>
              <p className="py-2.5 text-pretty text-ink-3">
                {t('library:links.token')} <code className="ltr font-code text-12 text-ink">?token=…</code>
              </p>
              <CopyField label={t('library:links.playbackId')} value={playbackId} />
            </>
          )}
          <CopyField label={t('library:links.page')} value={urls.shareable} />
          <CopyField label={t('library:links.hls')} value={urls.hls} />
          <CopyField label={t('library:links.embed')} value={urls.embedCode} />
          <CopyField label={t('library:links.mp4')} value={urls.mp4} />
          <CopyField label={t('library:links.picture')} value={poster === null ? null : urls.thumbnail} />
        </>
      ) : (
        <div className="pt-3 text-ink-3">
          <p>{t('ui:noLink')}</p>
          {status !== 'failed' && <p>{t('library:links.notYet')}</p>}
        </div>
      )}
    </section>
  )
}
