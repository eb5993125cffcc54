import type { AnnotationKind } from '@kinora/contract'
import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'

const icons = {
  published: <FilmStrip size={14} aria-hidden className="text-ink-2" />,
  live: <Broadcast size={14} aria-hidden className="text-live" />,
  incident: <Warning size={14} aria-hidden className="text-warn" />,
}

export function KindIcon({ kind }: { readonly kind: AnnotationKind }) {
  return icons[kind]
}
