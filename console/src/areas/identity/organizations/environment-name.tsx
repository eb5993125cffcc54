import type { Environment } from '@kinora/contract'
import { KindMark } from './kind-mark'

/** An environment in a table cell: its kind as an icon, and its name. */
export function EnvironmentName({ environment }: { readonly environment: Environment }) {
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <KindMark kind={environment.type} size={12} />
      <span dir="auto" className="cut own-way">
        {environment.name}
      </span>
    </span>
  )
}
