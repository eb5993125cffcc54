import type { SocialNetwork } from '@kinora/contract'
import { type SocialWarning, socialWarnings } from '@kinora/contract/social/networks'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { networkName } from '../network-mark'

interface PostWarningsProps {
  readonly network: SocialNetwork
  readonly written: Parameters<typeof socialWarnings>[1]
  readonly video: Parameters<typeof socialWarnings>[2]
  /** The network keeps the posts of its app private. */
  readonly staysPrivate: boolean
  readonly mustReconnect: boolean
}

/** The limits of a network that a post does not keep. They stop nobody: the network decides. */
export function PostWarnings({ network, written, video, staysPrivate, mustReconnect }: PostWarningsProps) {
  const t = useText()
  const format = useFormat()
  const name = networkName(network)
  const texts = [
    ...(mustReconnect ? [t('social:posts.warnings.reconnect')] : []),
    ...(staysPrivate ? [t('social:posts.warnings.private', { network: name })] : []),
    ...socialWarnings(network, written, video).map((warning) => warningText(t, format, name, warning)),
  ]
  return (
    <div role="status">
      <ul className="flex flex-col gap-1 text-12 text-warn empty:hidden">
        {texts.map((text) => (
          <li key={text} className="flex gap-2">
            <Warning size={14} className="mt-0.5 shrink-0" aria-hidden />
            <span className="text-pretty">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function warningText(
  t: Translate,
  format: ReturnType<typeof useFormat>,
  network: string,
  warning: SocialWarning,
): string {
  switch (warning.kind) {
    case 'no-title':
      return t('social:posts.warnings.no-title', { network })
    case 'characters':
      return t('social:posts.warnings.characters', { network, characters: warning.characters })
    case 'leastSeconds': {
      const [least, length] = [format.duration(warning.least), format.duration(warning.length)]
      return t('social:posts.warnings.leastSeconds', { network, least, length })
    }
    case 'bytes': {
      const [most, length] = [format.bytes(warning.most), format.bytes(warning.length)]
      return t('social:posts.warnings.bytes', { network, most, length })
    }
    case 'seconds': {
      const [most, length] = [format.duration(warning.most), format.duration(warning.length)]
      return t('social:posts.warnings.seconds', { network, most, length })
    }
    default: {
      const [most, length] = [format.number(warning.most), format.number(warning.length)]
      return t(`social:posts.warnings.${warning.kind}`, { network, most, length })
    }
  }
}
