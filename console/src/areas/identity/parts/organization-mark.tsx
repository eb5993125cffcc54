import type { Organization } from '@kinora/contract'
import { useState } from 'react'
import { Mark } from '../../../ui/mark'

interface OrganizationMarkProps {
  readonly organization: Pick<Organization, 'logoUrl'>
  readonly size: number
}

/** The organisation's own logo in the mark's place and size, where it has one that can be shown. */
export function OrganizationMark({ organization: { logoUrl }, size }: OrganizationMarkProps) {
  const [broken, setBroken] = useState<string>()
  if (logoUrl === null || logoUrl === broken) return <Mark size={size} />
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
