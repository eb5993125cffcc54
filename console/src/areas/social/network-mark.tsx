import type { SocialNetwork } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { FacebookLogo } from '@phosphor-icons/react/dist/csr/FacebookLogo'
import { InstagramLogo } from '@phosphor-icons/react/dist/csr/InstagramLogo'
import { LinkedinLogo } from '@phosphor-icons/react/dist/csr/LinkedinLogo'
import { TiktokLogo } from '@phosphor-icons/react/dist/csr/TiktokLogo'
import { XLogo } from '@phosphor-icons/react/dist/csr/XLogo'
import { YoutubeLogo } from '@phosphor-icons/react/dist/csr/YoutubeLogo'
import type { ComponentType } from 'react'
import { VimeoLogo } from './vimeo-logo'

interface LogoProps {
  readonly size: number
  readonly className: string
  readonly 'aria-hidden': true
}

const logos: Readonly<Record<SocialNetwork, ComponentType<LogoProps>>> = {
  youtube: YoutubeLogo,
  x: XLogo,
  linkedin: LinkedinLogo,
  tiktok: TiktokLogo,
  facebook: FacebookLogo,
  instagram: InstagramLogo,
  vimeo: VimeoLogo,
}

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
