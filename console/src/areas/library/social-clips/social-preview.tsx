import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { opened } from '../playback-token'
import type { SocialClipDraft } from './social-clip-draft'

interface SocialPreviewProps {
  readonly content: Content
  /** Time of the first frame in seconds. */
  readonly at: number
  readonly draft: SocialClipDraft
}

/** The first frame as it will be cropped, with the text and the logo in place. */
export function SocialPreview({ content, at, draft }: SocialPreviewProps) {
  const t = useText()
  const { aspectRatio, fit, color, captions, headline, logo } = draft
  const address = new URL(opened(content.urls.thumbnail, content), location.href)
  address.searchParams.set('time', at.toFixed(3))
  address.searchParams.set('width', '640')
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  // Font sizes are relative to the shorter side, as on the server.
  const unit = width > height ? 'cqb' : 'cqi'
  const edge = height > width * 1.5 ? 14 : 6
  return (
    <figure className="flex flex-col items-center gap-2">
      <div
        dir="ltr"
        className={cx(
          '[container-type:size] relative overflow-hidden rounded-1 bg-stage',
          height > width ? 'h-80' : 'w-80 max-w-full',
        )}
        style={{
          aspectRatio: `${width} / ${height}`,
          ...(fit === 'pad' && { backgroundColor: `#${color || '000000'}` }),
        }}
      >
        {fit === 'blur' && (
          <img
            src={address.href}
            alt=""
            className="absolute inset-0 size-full scale-125 object-cover [filter:blur(14px)]"
          />
        )}
        <img
          src={address.href}
          alt={t('library:social.previewOf', { shape: aspectRatio })}
          className={cx('absolute inset-0 size-full', fit === 'crop' ? 'object-cover' : 'object-contain')}
        />
        {logo && <PreviewLogo draft={draft} file={logo.file} />}
        {headline.trim() !== '' && (
          <p
            dir="auto"
            className={cx(wordsLook, 'font-head')}
            style={{
              insetBlockStart: `${edge}%`,
              insetInline: `${besideLogo(draft, 'top')}%`,
              fontSize: `6${unit}`,
            }}
          >
            {headline}
          </p>
        )}
        {captions !== null && (
          <p
            dir="auto"
            className={wordsLook}
            style={{
              insetBlockEnd: `${edge}%`,
              insetInline: `${besideLogo(draft, 'bottom')}%`,
              fontSize: `4.6${unit}`,
            }}
          >
            {t('library:social.captionsHere')}
          </p>
        )}
      </div>
      <figcaption className="text-12 text-ink-3">
        {t('library:social.previewOf', { shape: aspectRatio })}
      </figcaption>
    </figure>
  )
}

const wordsLook =
  'absolute text-center leading-tight wrap-anywhere text-[#fff] [text-shadow:0_0_2px_#000,0_0_3px_#000]'

/** Horizontal margins of the text in percent of the width, as on the server. */
function besideLogo({ aspectRatio, logo, corner, size }: SocialClipDraft, row: 'top' | 'bottom'): number {
  const isBeside = logo !== null && corner.startsWith(row) && aspectRatio !== '9:16'
  return isBeside ? Math.min(30, Number(size) + 6) : 7
}

function PreviewLogo({
  draft: { corner, size, aspectRatio },
  file,
}: {
  draft: SocialClipDraft
  file: string
}) {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  const margin = `4${width > height ? 'cqb' : 'cqi'}`
  return (
    <img
      src={`data:image/png;base64,${file}`}
      alt=""
      className="absolute max-h-1/4 object-contain"
      style={{
        maxWidth: `${size}%`,
        width: `${size}%`,
        [corner.startsWith('top') ? 'insetBlockStart' : 'insetBlockEnd']: margin,
        [corner.endsWith('left') ? 'insetInlineStart' : 'insetInlineEnd']: margin,
        objectPosition: corner.replace('-', ' '),
      }}
    />
  )
}
