import type { SocialExtra, SocialNetwork, SocialPost, SocialPostState } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { networkName } from '../network-mark'

const tones: Readonly<Record<SocialPostState, StatusTone>> = {
  draft: 'draft',
  scheduled: 'hollow',
  uploading: 'planned',
  processing: 'planned',
  published: 'good',
  failed: 'bad',
  unknown: 'warn',
  canceled: 'hollow',
}

/** The state of a post, why, and when it goes on. */
export function PostState({ post }: { readonly post: SocialPost }) {
  const t = useText()
  const format = useFormat()
  const { state, progress, reason, detail, network, fault, nextTryAt, extras } = post
  const isUploading = state === 'uploading' && progress > 0
  const waits = nextTryAt !== null && fault !== null && state !== 'processing'
  return (
    <span className="block min-w-0 py-1.5">
      <StatusMark tone={tones[state]}>
        {isUploading
          ? t('social:posts.uploadingShare', { share: format.percent(progress) })
          : t(`social:posts.states.${state}`)}
      </StatusMark>
      {reason !== null && (
        <span className="block text-12 text-pretty text-ink-3">{t(`social:posts.reasons.${reason}`)}</span>
      )}
      {detail !== null && (
        <span className="block text-12 text-pretty wrap-anywhere text-ink-3">
          {/* What broke off on the way was not said by the network. */}
          {fault === 'network'
            ? detail
            : t('social:posts.said', { network: networkName(network), words: detail })}
        </span>
      )}
      {extras.map((extra) => (
        <ExtraFault key={`${extra.kind} ${extra.languageCode}`} extra={extra} network={network} />
      ))}
      {waits && (
        <span className="block text-12 text-ink-3">
          {t(fault === 'quota' ? 'social:posts.waits' : 'social:posts.tries', {
            at: format.moment(nextTryAt),
          })}
        </span>
      )}
    </span>
  )
}

/** Says that a thumbnail or captions did not follow the video. */
function ExtraFault({
  extra: { kind, languageCode, state, detail },
  network,
}: {
  readonly extra: SocialExtra
  readonly network: SocialNetwork
}) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  if (state === 'sent') return null
  const language =
    languageCode === null
      ? ''
      : (new Intl.DisplayNames(tag, { type: 'language' }).of(languageCode) ?? languageCode)
  return (
    <span className="block text-12 text-pretty wrap-anywhere text-warn">
      {t(`social:posts.extras.${state}.${kind}`, { language })}
      {detail !== null && (
        <span className="block">
          {t('social:posts.said', { network: networkName(network), words: detail })}
        </span>
      )}
    </span>
  )
}
