import { useState } from 'react'
import { Initials } from '../../../ui/avatar'

interface OrganizationTileProps {
  readonly organization: { readonly id: string; readonly name: string; readonly logoUrl: string | null }
  readonly size: number
}

/** An organisation among others: its logo, or the initials of its name. */
export function OrganizationTile({ organization: { id, name, logoUrl }, size }: OrganizationTileProps) {
  const [broken, setBroken] = useState<string>()
  if (logoUrl !== null && logoUrl !== broken) {
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
  return <Initials words={name.split(/\s+/)} id={id} size={size} corner={size / 4} />
}
