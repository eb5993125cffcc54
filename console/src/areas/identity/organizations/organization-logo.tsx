import { type ReactNode, useState } from 'react'

interface OrganizationLogoProps {
  readonly logoUrl: string | null
  readonly size: number
  /** Shown if there is no logo or it fails to load. */
  readonly fallback: ReactNode
}

export function OrganizationLogo({ logoUrl, size, fallback }: OrganizationLogoProps) {
  const [broken, setBroken] = useState<string>()
  if (logoUrl === null || logoUrl === broken) return fallback
  return (
    <img
      src={logoUrl}
      alt=""
      width={size}
      height={size}
      onError={() => setBroken(logoUrl)}
      className="shrink-0 object-contain"
      style={{ width: size, height: size, borderRadius: size / 4 }}
    />
  )
}
