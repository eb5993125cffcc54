import type { ReactNode } from 'react'
import { CopyField } from '../../../ui/copy-field'
import { embedAddress } from './embed-code'
import { PlayerOptions } from './player-options'
import { useEmbedForm } from './use-embed-form'

interface UrlBuilderProps {
  readonly addresses: readonly {
    readonly label: string
    readonly url: string
    /** Options of the player count there. */
    readonly hasPlayer: boolean
  }[]
  /** Other parameters of all addresses. */
  readonly query: string
  /** Their fields. */
  readonly children: ReactNode
}

/** Addresses with parameters to choose, ready to copy. */
export function UrlBuilder({ addresses, query, children }: UrlBuilderProps) {
  const form = useEmbedForm({ aspectRatio: null })
  const withPlayer = [form.query, query].filter((part) => part !== '').join('&')
  return (
    <div className="flex flex-col gap-4">
      <PlayerOptions form={form} />
      {children}
      <div className="border-t border-rule">
        {addresses.map(({ label, url, hasPlayer }) => (
          <CopyField
            key={label}
            label={label}
            value={embedAddress(url, hasPlayer ? withPlayer : query, undefined)}
          />
        ))}
      </div>
    </div>
  )
}
