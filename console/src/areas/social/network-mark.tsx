import type { SocialNetwork } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { XLogo } from '@phosphor-icons/react/dist/csr/XLogo'
import { YoutubeLogo } from '@phosphor-icons/react/dist/csr/YoutubeLogo'
import type { Icon } from '@phosphor-icons/react/dist/lib/types'

const logos: Readonly<Record<SocialNetwork, Icon>> = { youtube: YoutubeLogo, x: XLogo }

/** The logo of a network; its name is beside it, or in the label. */
export function NetworkMark({
  network,
  size = 18,
}: {
  readonly network: SocialNetwork
  readonly size?: number
}) {
  const Logo = logos[network]
  return <Logo size={size} className="shrink-0 text-ink-2" aria-hidden />
}

/** The name of a network, which is not translated. */
export const networkName = (network: SocialNetwork) => networkProfiles[network].name
